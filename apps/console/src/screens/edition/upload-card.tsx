import { UPLOAD_MAX_BYTES, uploadDraft } from '@laurel/contracts/console/calls/edition';
import { nomineeColumns } from '@laurel/contracts/nominee';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
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
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<'type' | 'size'>();
  const [failure, setFailure] = useState<unknown>();
  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFailure(undefined);
    const file = withContentType(chosen);
    const wrong = file === undefined ? 'type' : file.size > UPLOAD_MAX_BYTES ? 'size' : undefined;
    setRefusal(wrong);
    if (wrong || !file) return;
    setBusy(true);
    try {
      const { data } = await call(uploadDraft, { file });
      if (data.merged !== null) showToast(t('older.uploaded', { version: data.merged }));
      await queryClient.invalidateQueries();
      await navigate({ to: '/edition', search: { draft: data.id } });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <Card title={t('upload.title')}>
      <div className={styles.body}>
        <FileDrop
          label={busy ? t('upload.sending') : t('upload.choose')}
          hint={t('upload.hint')}
          accept=".zip,.csv,.tsv"
          busy={busy}
          onFiles={([file]) => void upload(file)}
        />
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
      </div>
    </Card>
  );
};
