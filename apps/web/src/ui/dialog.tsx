import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { firstStop, keepFocus } from './focus.ts';
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

/** A modal dialog: the page behind it doesn't scroll, and the focus stays inside. */
export const Dialog = ({ closable, closeButton, onClose, footer, children }: Props) => {
  const { t } = useTranslation();
  // The content takes the focus before Radix remembers the opener, so the opener is remembered here.
  const [opener] = useState(() => pathOf(document.activeElement));
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
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={restoreFocus}
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
   * Whether no button gets the focus at first, because one of them can't be undone and a key may be held down while the
   * stage opens.
   */
  grave?: boolean;
  children: ReactNode;
};

/** One step of a dialog. When another step replaces it, the focus moves into that one. */
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

/** The dialog's name and only heading. */
export const DialogTitle = ({ children, roomy = false }: { children: ReactNode; roomy?: boolean }) => (
  <Radix.Title className={cx(styles.title, roomy && styles.roomy)}>{children}</Radix.Title>
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
