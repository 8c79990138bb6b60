import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { firstStop, keepFocus } from './focus.ts';
import { CloseIcon } from './icons.tsx';

type Props = {
  /** Whether the person can close it: by the button, by Escape. A click beside it never does, so nothing typed is lost. */
  closable: boolean;
  /** Whether the close button is drawn. */
  closeButton: boolean;
  onClose(): void;
  /** Under what is shown, whatever that is. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Who had the focus, and what they stand in, from the inside out. */
const pathOf = (element: Element | null): readonly Element[] =>
  element === null || element === document.body ? [] : [element, ...pathOf(element.parentElement)];

/** Gives the focus to the first of these that is still on the page; what can't take it by itself is made able to. */
const focusSurvivor = (path: readonly Element[]): void => {
  const survivor = path.find((each) => each.isConnected);
  if (!(survivor instanceof HTMLElement)) return;
  if (survivor !== path[0]) survivor.tabIndex = -1;
  survivor.focus({ preventScroll: true });
};

/** A modal dialog: the page behind it doesn't scroll, and the focus stays inside. */
export const Dialog = ({ closable, closeButton, onClose, footer, children }: Props) => {
  const { t } = useTranslation();
  // What is shown takes the focus before Radix looks where it came from, so the way back is remembered here.
  const [opener] = useState(() => pathOf(document.activeElement));
  const giveBack = (event: Event) => {
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
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={giveBack}
          >
            {children}
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

type StageProps = {
  name: string;
  /**
   * Whether no button gets the focus at first: what one of them does can't be undone, and a key may be pressed, or held
   * down, at the moment when the stage opens.
   */
  grave?: boolean;
  children: ReactNode;
};

/** One thing that a dialog asks for. When another takes its place, the focus moves into it. */
export const Stage = ({ name, grave = false, children }: StageProps) => {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stage = body.current;
    if (!stage) return undefined;
    (grave ? stage : (firstStop(stage) ?? stage)).focus();
    return keepFocus(stage);
  }, [name, grave]);
  return (
    <div ref={body} key={name} className={styles.body} tabIndex={-1}>
      {children}
    </div>
  );
};

/** The dialog's name, its one heading. */
export const DialogTitle = ({ children, roomy = false }: { children: ReactNode; roomy?: boolean }) => (
  <Radix.Title className={cx(styles.title, roomy && styles.roomy)}>{children}</Radix.Title>
);

/** What the dialog is about, in a sentence or two. */
export const DialogLead = ({ children }: { children: ReactNode }) => <p className={styles.lead}>{children}</p>;

/** Holds the dialog's place while what it shows is still on its way. */
export const DialogWait = () => {
  const { t } = useTranslation();
  return (
    <Stage name="wait">
      <DialogTitle>{t('loading')}</DialogTitle>
    </Stage>
  );
};
