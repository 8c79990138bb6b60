import { readVisits } from '@laurel/contracts/console/calls/visits';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import type { CallAnswer } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-props.ts';

type Row = CallAnswer<typeof readVisits>['campaigns'][number];

/** The campaigns that led people here in the last thirty days, and how far they went. Hidden until there is one. */
export const VisitsCard = () => {
  const { t } = useTranslation('visits');
  const { count } = useNumbers();
  const { data } = useQuery(queryOf(readVisits, { query: { days: 30 } }));
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'campaign', title: t('campaign'), lead: true, cell: ({ campaign }) => campaign || t('none') },
      ...(['views', 'registered', 'logins', 'votes'] as const).map(
        (id): Column<Row> => ({
          id,
          title: t(id),
          align: 'end',
          cell: (row) => count(row[id]),
          sortBy: (row) => row[id],
        }),
      ),
    ],
    [t, count],
  );
  if (!data || data.campaigns.length === 0) return null;
  return (
    <Card title={t('title')}>
      <p>{t('text')}</p>
      <DataTable label={t('table')} items={data.campaigns} columns={columns} idOf={({ campaign }) => campaign} />
    </Card>
  );
};
