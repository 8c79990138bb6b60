import { type AuditEntry, readAudit } from '@laurel/contracts/console/calls/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { keyOf, onEndOf } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import styles from './audit.module.css';
import { Detail } from './detail.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { Filters, isFiltered } from './filters.tsx';
import type { AuditSearch } from './types.ts';
import { useActionText } from './use-action-text.ts';

const PAGE = 100;

const useColumns = (): readonly Column<AuditEntry>[] => {
  const { t } = useTranslation('audit');
  const actionText = useActionText();
  return useMemo(
    () => [
      {
        id: 'what',
        title: t('columns.what'),
        lead: true,
        width: '16%',
        cell: ({ action }) => actionText(action),
      },
      { id: 'when', title: t('columns.when'), width: '10%', cell: ({ at }) => <Time at={at} /> },
      {
        id: 'who',
        title: t('columns.who'),
        width: '17%',
        cell: ({ person, place }) => (
          <>
            <span translate="no">{person}</span>
            <span className={styles.place}>{t(`places.${place}`)}</span>
          </>
        ),
      },
      {
        id: 'subject',
        title: t('columns.subject'),
        width: '20%',
        cell: ({ subject }) => <span translate="no">{subject}</span>,
      },
      { id: 'why', title: t('columns.why'), width: '20%', cell: ({ reason }) => reason },
      { id: 'detail', title: t('columns.detail'), cell: ({ detail }) => <Detail detail={detail} /> },
    ],
    [t, actionText],
  );
};

/** The audit log, with filters and an export. */
export const Screen = () => {
  const { t } = useTranslation('audit');
  const search = useSearch({ from: '/console/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const [isExporting, setIsExporting] = useState(false);
  const columns = useColumns();
  const pages = useInfiniteQuery({
    queryKey: keyOf(readAudit, search),
    queryFn: ({ pageParam, signal }) =>
      call(
        readAudit,
        { query: { ...search, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const show = (next: AuditSearch) => void navigate({ search: next, replace: true });
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')}>
        <Button onClick={() => setIsExporting(true)}>{t('export.open')}</Button>
      </ScreenHead>
      <Card>
        <Filters search={search} onSearch={show} />
        <Waiting query={pages} lines={8} inCard />
        {pages.data && entries.length === 0 && (
          <Empty title={t('none.title')}>{t(isFiltered(search) ? 'none.filtered' : 'none.text')}</Empty>
        )}
        {entries.length > 0 && (
          <DataTable
            label={t('table')}
            items={entries}
            columns={columns}
            idOf={({ id }) => id}
            onEnd={onEndOf(pages)}
          />
        )}
      </Card>
      {isExporting && <ExportDialog search={search} onClose={() => setIsExporting(false)} />}
    </>
  );
};
