import { readReminders } from '@laurel/contracts/console/calls/messages';
import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import type { CallAnswer } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/table-props.ts';

type Row = CallAnswer<typeof readReminders>['steps'][number];

/** What reminders brought, by the step that came next. Hidden until one was sent. */
export const RemindersCard = () => {
  const { t } = useTranslation('messages');
  const { count } = useNumbers();
  const { data } = useQuery(queryOf(readReminders, {}));
  const columns = useMemo(
    (): readonly Column<Row>[] => [
      { id: 'step', title: t('reminders.step'), lead: true, cell: ({ step }) => t(`reminders.steps.${step}`) },
      ...(['sent', 'cameBack', 'voted'] as const).map(
        (id): Column<Row> => ({
          id,
          title: t(`reminders.${id}`),
          align: 'end',
          cell: (row) => (row[id] === 0 ? `< ${FEW_PEOPLE}` : `${count(row[id])}+`),
        }),
      ),
    ],
    [t, count],
  );
  if (!data || data.steps.length === 0) return null;
  return (
    <Card title={t('reminders.title')}>
      <p>{t('reminders.text')}</p>
      <DataTable label={t('reminders.title')} items={data.steps} columns={columns} idOf={({ step }) => step} />
    </Card>
  );
};
