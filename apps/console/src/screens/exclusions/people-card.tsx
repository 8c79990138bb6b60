import { exportExclusion, listConcerned } from '@laurel/contracts/console/calls/exclusions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { call } from '../../lib/call.ts';
import { keyOf, onEndOf } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Waiting } from '../../ui/states.tsx';
import { ConcernedTable } from './concerned-table.tsx';
import styles from './exclusions.module.css';
import type { Exclusion } from './types.ts';

/** The people whose votes an exclusion holds, masked, after a press of a button; and the export of these votes. */
export const PeopleCard = ({ exclusion }: { exclusion: Exclusion }) => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const { id, people, votes } = exclusion;
  const [open, setOpen] = useState(false);
  const [exporting, setExporting] = useState(false);
  const list = useInfiniteQuery({
    queryKey: keyOf(listConcerned, { id }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listConcerned, { params: { id }, query: { after: pageParam } }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: open,
  });
  const accounts = list.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <Card title={t('people.title')}>
      {open && <Waiting query={list} lines={4} inCard />}
      {list.data && <ConcernedTable accounts={accounts} total={people} onEnd={onEndOf(list)} />}
      <div className={styles.actions}>
        {!open && (
          <Button onClick={() => setOpen(true)}>{t('people.open', { count: people, number: count(people) })}</Button>
        )}
        <Button onClick={() => setExporting(true)}>{t('people.export')}</Button>
      </div>
      {exporting && (
        <ReasonDialog
          title={t('people.exportTitle', { id })}
          action={t('people.export')}
          onClose={() => setExporting(false)}
          onConfirm={async (reason) => {
            const { data } = await call(exportExclusion, { params: { id }, body: { reason } });
            saveFile(data.file, 'text/csv', data.csv);
          }}
        >
          <p>{t('people.exportText', { count: votes, number: count(votes) })}</p>
        </ReasonDialog>
      )}
    </Card>
  );
};
