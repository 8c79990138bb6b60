import { type DragEvent, useId, useState } from 'react';
import { cx } from './cx.ts';
import styles from './file-drop.module.css';

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
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    setOver(false);
    if (files && files.length > 0 && !busy) onFiles([...files]);
  };
  return (
    <>
      <div className={cx(styles.drop, over && styles.over)}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <input
          id={id}
          type="file"
          className={styles.input}
          accept={accept}
          multiple={multiple}
          aria-describedby={`${id}-hint`}
          disabled={busy}
          onDragOver={(event: DragEvent) => {
            event.preventDefault();
            setOver(!busy);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            take(event.dataTransfer.files);
          }}
          onChange={({ target }) => {
            take(target.files);
            // The same file can be chosen again once it is corrected.
            target.value = '';
          }}
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
