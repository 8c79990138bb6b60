import { readSpending, type Spending } from '@laurel/contracts/console/calls/spending';
import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { queryOf } from '../../lib/query.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import type { Column } from '../../ui/table-props.ts';
import styles from './messages.module.css';

type Row = Spending['totals'][number];

/** What codes to phones cost in the edition by channel and country, and may still cost. Hidden until one was sent. */
export const SpendingCard = () => {
  const { t } = useTranslation('messages');
  const { count, money } = useNumbers();
  const { data } = useQuery(queryOf(readSpending, {}));
  const currency = data?.currency ?? 'EUR';
  const columns = useMemo((): readonly Column<Row>[] => {
    const end = (id: string, title: string, cell: (row: Row) => string): Column<Row> => ({
      id,
      title,
      align: 'end',
      cell,
    });
    const names = {
      telegram: 'Telegram',
      whatsapp: 'WhatsApp',
      viber: 'Viber',
      sms: 'SMS',
      voice: t('spending.voice'),
    };
    const sum = (micros: number) => money(micros / 1_000_000, currency);
    return [
      { id: 'what', title: t('spending.channel'), lead: true, cell: (row) => `${names[row.channel]} +${row.country}` },
      end('sent', t('totals.columns.sent'), ({ sent }) => count(sent)),
      end('cost', t('totals.columns.cost'), ({ cost }) => (cost === null ? t('totals.noCost') : sum(cost))),
      end('proven', t('spending.proven'), ({ proven }) => (proven === null ? `< ${FEW_PEOPLE}` : count(proven))),
      end('each', t('spending.each'), ({ cost, proven }) => (cost && proven ? sum((cost / proven) * 100) : '–')),
    ];
  }, [t, count, money, currency]);
  if (!data || data.totals.length === 0) return null;
  const { spent, budget, forecast } = data;
  const share = spent / (budget ?? spent);
  const [value = '', all = '', low, high] = [spent, budget ?? 0, forecast?.low ?? 0, forecast?.high ?? 0].map(
    (micros) => money(micros / 1_000_000, currency),
  );
  const label = budget === null ? t('spending.spent') : t('spending.spentOf', { budget: all });
  const rest = { value: `${low} – ${high}`, label: t('spending.rest') };
  return (
    <Card title={t('spending.title')}>
      <p>{t('spending.text')}</p>
      <div className={styles.sums}>
        <Sums items={[{ value, label }, ...(forecast === null ? [] : [rest])]} />
      </div>
      <div className={styles.sums}>
        {budget !== null && <Bar share={share} tone={share < 0.8 ? 'accent' : share < 0.995 ? 'warn' : 'bad'} />}
      </div>
      <DataTable
        label={t('spending.channel')}
        items={data.totals}
        columns={columns}
        idOf={({ channel, country }) => `${channel} ${country}`}
      />
    </Card>
  );
};
