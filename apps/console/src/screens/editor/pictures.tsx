import { UPLOAD_MAX_BYTES } from '@laurel/contracts/console/calls/edition';
import { PICTURE_TYPES, readPicture, uploadPicture } from '@laurel/contracts/console/calls/editor';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../i18n/problem-text.ts';
import { addressOf, call } from '../../lib/call.ts';
import { cx } from '../../ui/cx.ts';
import { Failure } from '../../ui/states.tsx';
import { useFileInput } from '../../ui/use-file-input.ts';
import styles from './form.module.css';
import { useDraft } from './use-draft.ts';

/** The pictures of the draft. */
export const usePictures = () => {
  const { id } = useDraft();
  return {
    addressOf: (folder: 'logos' | 'pictures', file: string): string =>
      addressOf(readPicture, { params: { id, folder, file } }),
  };
};

const withType = (file: File): Blob =>
  PICTURE_TYPES.some((type) => type === file.type) ? file : new Blob([file], { type: 'application/octet-stream' });

type Props = {
  /** The nominee. */
  path: string;
  use: 'logo' | 'picture';
  /** The picture, or what stands in its place. */
  children: ReactNode;
  label: string;
};

/** A place for a picture: a file is chosen or dropped, and the server makes it fit. */
export const PictureDrop = ({ path, use, children, label }: Props) => {
  const { t } = useTranslation('editor');
  const problemText = useProblemText();
  const { id: draft, mayEdit, refresh, settled } = useDraft();
  const id = useId();
  const [sending, setSending] = useState(false);
  const [notes, setNotes] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const upload = async (file: File) => {
    setFailure(undefined);
    setNotes(undefined);
    if (file.size > UPLOAD_MAX_BYTES) {
      setNotes(t('pictures.large'));
      return;
    }
    setSending(true);
    try {
      await settled();
      const query = { nominee: path, use, name: file.name };
      const { data } = await call(uploadPicture, { file: withType(file), params: { id: draft }, query });
      if (data.notes.length > 0) setNotes(data.notes.map(problemText).join('; '));
      refresh();
    } catch (error) {
      setFailure(error);
    }
    setSending(false);
  };
  const { over, input } = useFileInput(sending, ([file]) => file && void upload(file));
  return (
    <div>
      <div className={cx(styles.drop, over && styles.dropOver)}>
        {children}
        {mayEdit && (
          <>
            <label htmlFor={id}>
              <span className="visually-hidden">{label}: </span>
              <b>{sending ? t('pictures.sending') : t('pictures.choose')}</b>
              <span className={styles.dropHint}>{t('pictures.hint')}</span>
            </label>
            <input
              {...input}
              id={id}
              accept="image/*,.heic,.heif"
              aria-describedby={notes === undefined ? undefined : `${id}-notes`}
            />
          </>
        )}
      </div>
      <p id={`${id}-notes`} className={styles.note} role="status">
        {notes}
      </p>
      {failure !== undefined && <Failure error={failure} />}
    </div>
  );
};
