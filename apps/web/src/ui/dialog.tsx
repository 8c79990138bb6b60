import * as Radix from 'radix-ui/dialog';
import { createContext, type ReactNode, type RefObject, use, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { keepFocus, openingStop } from './focus.ts';
import { CloseIcon } from './icons.tsx';

type Props = {
  /** Whether the button and Escape close it. A click outside never does, so no input is lost. */
  closable: boolean;
  closeButton: boolean;
  onClose(): void;
  /** Below the content. */
  footer?: ReactNode;
  children: ReactNode;
};

/** An element and its ancestors, from the inside out. */
const pathOf = (element: Element | null): readonly Element[] =>
  element === null || element === document.body ? [] : [element, ...pathOf(element.parentElement)];

/** Focuses the first element that is still on the page; an ancestor is made focusable. */
const focusSurvivor = (path: readonly Element[]): void => {
  const survivor = path.find((each) => each.isConnected);
  if (!(survivor instanceof HTMLElement)) return;
  if (survivor !== path[0]) survivor.tabIndex = -1;
  survivor.focus({ preventScroll: true });
};

/**
 * When a dialog opens over another, the lower one still holds the focus and takes it back from the new stage. This
 * focuses the stage again.
 */
const focusInFront = (event: Event): void => {
  event.preventDefault();
  if (event.target instanceof HTMLElement) openingStop(event.target)?.focus();
};

/** The name of the stage that a dialog opened with: undefined before it is shown, null after another one followed. */
const FirstStage = createContext<RefObject<string | null | undefined>>({ current: undefined });

/** A modal dialog: the page behind it doesn't scroll, and the focus stays inside. */
export const Dialog = ({ closable, closeButton, onClose, footer, children }: Props) => {
  const { t } = useTranslation();
  // The content takes the focus before Radix remembers the opener, so the opener is remembered here.
  const [opener] = useState(() => pathOf(document.activeElement));
  const firstStage = useRef<string | null>(undefined);
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    focusSurvivor(opener);
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && closable && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay}>
          <Radix.Content
            className={styles.content}
            aria-describedby={undefined}
            onPointerDownOutside={(event) => event.preventDefault()}
            onInteractOutside={(event) => event.preventDefault()}
            onEscapeKeyDown={(event) => closable || event.preventDefault()}
            onOpenAutoFocus={focusInFront}
            onCloseAutoFocus={restoreFocus}
          >
            <FirstStage value={firstStage}>{children}</FirstStage>
            {footer && <div className={styles.footer}>{footer}</div>}
            {closeButton && (
              <Radix.Close className={styles.close} aria-label={t('close')}>
                <CloseIcon />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
};

/** The id of a stage's title. */
const StageTitle = createContext<string | undefined>(undefined);

type StageProps = {
  name: string;
  /** The id of its title, for elements that the title describes. */
  titleId?: string;
  /** Whether the stage itself gets the focus at first, because its first button is far from its beginning. */
  focusStage?: boolean;
  /** `wide` is enough for two columns, `full` the whole screen. */
  size?: 'wide' | 'full';
  children: ReactNode;
};

/**
 * One step of a dialog. When a step is shown, the focus moves into it: to the marked element (`data-main`), which is
 * the main action, or the way back if the action can't be undone; otherwise to the first field or button. Screen
 * readers say the name of a dialog only when it opens, so each later step is a group with the name of its title.
 */
export const Stage = ({ name, titleId, focusStage = false, size, children }: StageProps) => {
  const body = useRef<HTMLDivElement>(null);
  const ownId = useId();
  const title = titleId ?? ownId;
  const first = use(FirstStage);
  const follows = first.current !== undefined && first.current !== name;
  const group = follows ? { role: 'group', 'aria-labelledby': title } : {};
  useEffect(() => {
    const stage = body.current;
    if (!stage) return undefined;
    if (first.current === undefined) first.current = name;
    else if (first.current !== name) first.current = null;
    (focusStage ? stage : (openingStop(stage) ?? stage)).focus();
    return keepFocus(stage);
  }, [first, name, focusStage]);
  return (
    <div ref={body} key={name} className={cx(styles.body, size && styles[size])} tabIndex={-1} {...group}>
      <StageTitle value={title}>{children}</StageTitle>
    </div>
  );
};

/** A line under the title of every step of a dialog. */
export const DialogNote = createContext<ReactNode>(undefined);

/** The dialog's name and only heading. */
export const DialogTitle = ({ children, roomy = false }: { children: ReactNode; roomy?: boolean }) => (
  <>
    <Radix.Title className={cx(styles.title, roomy && styles.roomy)}>
      <span id={use(StageTitle)}>{children}</span>
    </Radix.Title>
    {use(DialogNote)}
  </>
);

/** The introduction of a dialog. */
export const DialogLead = ({ children }: { children: ReactNode }) => <p className={styles.lead}>{children}</p>;

/** Placeholder while the dialog's content loads. */
export const DialogWait = () => {
  const { t } = useTranslation();
  return (
    <Stage name="wait">
      <DialogTitle>{t('loading')}</DialogTitle>
    </Stage>
  );
};
