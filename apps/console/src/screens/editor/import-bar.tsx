import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Note } from '../../ui/note.tsx';
import { type FileRefusal, PICTURE_ACCEPT, TABLE_ACCEPT, tableOf } from './import/file-kinds.ts';
import type { GivenTable } from './import/given-table.ts';
import styles from './import/import.module.css';
import { TableDownloads } from './import/table-downloads.tsx';
import { usePastedTable } from './import/use-pasted-table.ts';

// Lazy, so that they are not part of the first load of the editor.
const TableImport = lazy(() => import('./import/table-import.tsx').then((loaded) => ({ default: loaded.TableImport })));
const PicturesImport = lazy(() =>
  import('./import/pictures-import.tsx').then((loaded) => ({ default: loaded.PicturesImport })),
);

/**
 * Where files of pictures and tables of nominees are dropped or chosen, and cells pasted. @param within the nomination or the category
 * for rows that name none
 */
export const ImportBar = ({ within }: { within: string | undefined }) => {
  const { t } = useTranslation('editor-import');
  const [table, setTable] = useState<GivenTable>();
  const [pictures, setPictures] = useState<readonly File[]>();
  const [refusal, setRefusal] = useState<FileRefusal>();
  usePastedTable(setTable);
  const takeTable = ([chosen]: readonly File[]) => {
    if (!chosen) return;
    const read = tableOf(chosen);
    setRefusal('refusal' in read ? read.refusal : undefined);
    if ('file' in read) setTable({ name: chosen.name, file: read.file });
  };
  return (
    <div className={styles.bar}>
      <div className={styles.drops}>
        <FileDrop
          label={t('pictures.open')}
          hint={t('pictures.openHint')}
          accept={PICTURE_ACCEPT}
          multiple
          onFiles={setPictures}
        />
        <FileDrop label={t('table.open')} hint={t('table.openHint')} accept={TABLE_ACCEPT} onFiles={takeTable} />
      </div>
      {refusal && (
        <div role="alert">
          <Note tone="bad">{t(`refused.${refusal}`)}</Note>
        </div>
      )}
      <div className={styles.downloads}>
        <TableDownloads content="template" />
        <TableDownloads content="nominees" />
      </div>
      <Suspense>
        {table && <TableImport table={table} within={within} onClose={() => setTable(undefined)} />}
        {pictures && <PicturesImport given={pictures} onClose={() => setPictures(undefined)} />}
      </Suspense>
    </div>
  );
};
