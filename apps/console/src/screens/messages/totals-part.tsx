import { MESSAGE_SPANS, readMessageTotals } from '@laurel/contracts/console/calls/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { costText } from '../../i18n/cost-text.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import type { CallAnswer } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-props.ts';
import styles from './messages.module.css';
import { sumOf } from './sum-of.ts';
import type { MessagesSearch } from './types.ts';

type Total = CallAnswer<typeof readMessageTotals>['totals'][number];
type Props = { search: MessagesSearch; onSearch(search: MessagesSearch): void };

const REFRESH_MS = 30_000;

/** How many messages were sent in a span and what they cost, by country and provider. */
export const TotalsPart = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('messages');
  const { count, money } = useNumbers();
  const span = search.span ?? 'day';
  const query = useQuery({
    ...queryOf(readMessageTotals, { query: { span } }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const nameOf = useCallback(
    ({ kind, country }: Pick<Total, 'kind' | 'country'>): string =>
      `${t(`kinds.${kind}`)}${country === null ? '' : ` +${country}`}`,
    [t],
  );
  const columns = useMemo(
    (): readonly Column<Total>[] => [
      {
        id: 'kind',
        title: t('totals.columns.kind'),
        lead: true,
        cell: nameOf,
      },
      { id: 'provider', title: t('totals.columns.provider'), cell: ({ provider }) => provider },
      {
        id: 'sent',
        title: t('totals.columns.sent'),
        align: 'end',
        cell: ({ sent }) => count(sent),
        sortBy: ({ sent }) => sent,
      },
      {
        id: 'failed',
        title: t('totals.columns.failed'),
        align: 'end',
        cell: ({ failed }) => count(failed),
        sortBy: ({ failed }) => failed,
      },
      {
        id: 'cost',
        title: t('totals.columns.cost'),
        align: 'end',
        cell: ({ kind, cost }) => {
          if (kind === 'mail') return null;
          return cost.length === 0 ? t('totals.noCost') : costText(cost, money);
        },
        sortBy: ({ cost }) => cost[0]?.micros ?? 0,
      },
      {
        id: 'show',
        title: t('columns.action'),
        align: 'end',
        cell: ({ kind, country, provider }) => (
          <Link
            to="/messages"
            search={{ kind, provider, ...(country === null ? {} : { country: Number(country) }) }}
            aria-label={t('totals.showNamed', { what: nameOf({ kind, country }) })}
          >
            {t('totals.show')}
          </Link>
        ),
      },
    ],
    [t, count, money, nameOf],
  );
  const all = data && sumOf(data.totals);
  const isCostUnknown = data?.totals.some(({ kind, sent, cost }) => kind === 'sms' && sent > 0 && cost.length === 0);
  return (
    <Card>
      <Choice
        label={t('totals.span')}
        options={MESSAGE_SPANS.map((value) => ({ value, label: t(`totals.spans.${value}`) }))}
        value={span}
        onChange={(next) => onSearch({ tab: 'totals', ...(next === 'day' ? {} : { span: next }) })}
      />
      <Waiting query={query} inCard />
      {data && all && (
        <>
          <div className={styles.sums}>
            <Sums
              items={[
                { value: count(all.sent), label: t('totals.sent') },
                { value: count(all.failed), label: t('totals.failed'), tone: all.failed > 0 ? 'bad' : undefined },
                { value: count(data.waiting.mail + data.waiting.sms), label: t('totals.waiting') },
                {
                  value: all.cost.length === 0 ? t('totals.noCost') : costText(all.cost, money),
                  label: t('totals.cost'),
                },
              ]}
            />
          </div>
          {isCostUnknown && <p className={styles.small}>{t('totals.costHint')}</p>}
          {data.totals.length === 0 ? (
            <Empty title={t('totals.none.title')}>{t('totals.none.text')}</Empty>
          ) : (
            <DataTable
              label={t('totals.table')}
              items={data.totals}
              columns={columns}
              idOf={({ kind, country, provider }) => `${kind} ${country} ${provider}`}
            />
          )}
        </>
      )}
    </Card>
  );
};
