import { useId } from 'react';
import { cx } from './cx.ts';
import styles from './file-drop.module.css';
import { useFileInput } from './use-file-input.ts';

type Props = {
  /** What to do, or that it is being done. */
  label: string;
  hint: string;
  /** The extensions of the files: `.csv,.tsv`. Others can still be dropped. */
  accept: string;
  multiple?: boolean;
  /** While files are sent. */
  busy?: boolean;
  onFiles(files: readonly File[]): void;
};

/** An area where files are chosen or dropped. */
export const FileDrop = ({ label, hint, accept, multiple = false, busy = false, onFiles }: Props) => {
  const id = useId();
  const { over, input } = useFileInput(busy, onFiles);
  return (
    <>
      <div className={cx(styles.drop, over && styles.over)}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <input
          {...input}
          id={id}
          className={styles.input}
          accept={accept}
          multiple={multiple}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      </div>
      <div role="status" className="visually-hidden">
        {busy && label}
      </div>
    </>
  );
};
