import { UPLOAD_MAX_BYTES, uploadDraft } from '@laurel/contracts/console/calls/edition';
import { nomineeColumns } from '@laurel/contracts/nominee';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Note } from '../../ui/note.tsx';
import styles from './upload.module.css';
import { UploadFailure } from './upload-failure.tsx';

const COLUMNS = nomineeColumns();
const TYPES: Readonly<Record<string, string>> = { zip: 'application/zip', csv: 'text/csv', tsv: 'text/csv' };

/** The file with the content type of its extension, because browsers differ in it; undefined for other extensions. */
const withContentType = (file: File): Blob | undefined => {
  const type = TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? ''];
  return type === undefined ? undefined : new Blob([file], { type });
};

/** Uploads a file that is chosen or dropped, and opens the draft that the server makes of it. */
export const UploadCard = () => {
  const { t } = useTranslation('edition');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const id = useId();
  const [state, setState] = useState<'idle' | 'over' | 'sending'>('idle');
  const [refusal, setRefusal] = useState<'type' | 'size'>();
  const [failure, setFailure] = useState<unknown>();
  const upload = async (chosen: File | undefined) => {
    if (state === 'sending') return;
    setState('idle');
    if (!chosen) return;
    setFailure(undefined);
    const file = withContentType(chosen);
    const wrong = file === undefined ? 'type' : file.size > UPLOAD_MAX_BYTES ? 'size' : undefined;
    setRefusal(wrong);
    if (wrong || !file) return;
    setState('sending');
    try {
      const { data } = await call(uploadDraft, { file });
      await queryClient.invalidateQueries();
      await navigate({ to: '/edition', search: { draft: data.id } });
    } catch (error) {
      setFailure(error);
    }
    setState('idle');
  };
  const over = (event: DragEvent<HTMLInputElement>): void => {
    event.preventDefault();
    if (state === 'idle') setState('over');
  };
  return (
    <Card title={t('upload.title')}>
      <div className={cx(styles.drop, state === 'over' && styles.over)}>
        <label htmlFor={id} className={styles.label}>
          {state === 'sending' ? t('upload.sending') : t('upload.choose')}
        </label>
        <input
          id={id}
          type="file"
          className={styles.input}
          accept=".zip,.csv,.tsv"
          aria-describedby={`${id}-hint`}
          disabled={state === 'sending'}
          onDragOver={over}
          onDragLeave={() => setState((now) => (now === 'over' ? 'idle' : now))}
          onDrop={(event) => {
            event.preventDefault();
            void upload(event.dataTransfer.files[0]);
          }}
          onChange={({ target }) => {
            void upload(target.files?.[0]);
            // The same file can be chosen again once it is corrected.
            target.value = '';
          }}
        />
        <p id={`${id}-hint`} className={styles.hint}>
          {t('upload.hint')}
        </p>
      </div>
      <div role="status" className="visually-hidden">
        {state === 'sending' && t('upload.sending')}
      </div>
      {refusal && (
        <div role="alert">
          <Note tone="bad">{t(`upload.refused.${refusal}`)}</Note>
        </div>
      )}
      {failure !== undefined && <UploadFailure error={failure} />}
      <details className={styles.help}>
        <summary>{t('upload.columns')}</summary>
        <p>{t('upload.columnsText')}</p>
        <p className={styles.columns} translate="no">
          {COLUMNS.required.join(', ')}
        </p>
        <p>{t('upload.columnsMore', { columns: COLUMNS.others.join(', ') })}</p>
      </details>
    </Card>
  );
};
