import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './cell.module.css';
import { useDraft } from './use-draft.ts';

type Props = {
  /** What the value is, with the nominee's name. */
  label: string;
  field: string;
  value: string;
  onCommit(value: string): void;
  lang?: string;
  /** What the cell shows while it is not edited. */
  children: ReactNode;
};

/** A value of a table. Enter or a press edits it where it stands; Enter keeps the new one, Escape the old one. */
export const Cell = ({ label, field, value, onCommit, lang, children }: Props) => {
  const { mayEdit } = useDraft();
  const [text, setText] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  const editing = text !== undefined;
  useEffect(() => {
    if (editing) input.current?.select();
    else if (returns.current) button.current?.focus();
    returns.current = false;
  }, [editing]);
  const leave = (keep: boolean) => {
    if (keep && text !== undefined && text.trim() !== value) onCommit(text.trim());
    setText(undefined);
  };
  if (!editing) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.cell}
        data-field={field}
        onClick={() => mayEdit && setText(value)}
      >
        <span className="visually-hidden">{label}, </span>
        <span lang={lang}>{children}</span>
      </button>
    );
  }
  return (
    <textarea
      ref={input}
      className={styles.cellInput}
      rows={1}
      data-field={field}
      lang={lang}
      aria-label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => leave(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape' && (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing))
          return;
        event.preventDefault();
        returns.current = true;
        leave(event.key === 'Enter');
      }}
    />
  );
};
