import { EXPORT_FORMATS, type ExportFormat, exportAudit } from '@laurel/contracts/console/calls/audit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Choice } from '../../ui/choice.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { AuditSearch } from './types.ts';

type Props = { search: AuditSearch; onClose(): void };

const TYPES: Readonly<Record<ExportFormat, string>> = { csv: 'text/csv', jsonl: 'application/jsonl' };

/** Asks for the format and the reason, and saves the entries that the filters show. */
export const ExportDialog = ({ search, onClose }: Props) => {
  const { t } = useTranslation('audit');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const take = async (reason: string): Promise<void> => {
    const text = await call(exportAudit, { query: { ...search, format, reason } });
    saveFile(`audit-${new Date().toISOString().slice(0, 10)}.${format}`, TYPES[format], text);
    showToast(t('export.said'));
  };
  return (
    <ReasonDialog title={t('export.title')} action={t('export.action')} onConfirm={take} onClose={onClose}>
      <p>{t('export.text')}</p>
      <Choice
        label={t('export.format')}
        options={EXPORT_FORMATS.map((value) => ({ value, label: t(`export.formats.${value}`) }))}
        value={format}
        onChange={setFormat}
      />
    </ReasonDialog>
  );
};
