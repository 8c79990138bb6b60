import { EXCLUSION_WAITS, type ExclusionWait, listExclusions } from '@laurel/contracts/console/calls/exclusions';
import type { ExclusionSummary } from '@laurel/contracts/console/exclusion-records';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { call } from '../../lib/call.ts';
import { keyOf, onEndOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import styles from './exclusions.module.css';
import { StateChip } from './state-chip.tsx';

const listQuery = (waits: ExclusionWait | undefined) =>
  infiniteQueryOptions({
    queryKey: keyOf(listExclusions, { waits }),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => call(listExclusions, { query: { waits, after: pageParam } }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

const useColumns = (): readonly Column<ExclusionSummary>[] => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  return useMemo(
    () => [
      {
        id: 'exclusion',
        title: t('list.exclusion'),
        lead: true,
        cell: ({ id, reason }) => (
          <>
            <Link to="/exclusions/$id" params={{ id: String(id) }} className={styles.name}>
              {t('name', { id })}
            </Link>
            <span className={styles.why}>{reason}</span>
          </>
        ),
      },
      {
        id: 'state',
        title: t('list.state'),
        cell: ({ state, approvals, openObjections }) => (
          <span className={styles.chips}>
            <StateChip state={state} approvals={approvals} />
            {openObjections > 0 && <Chip tone="warn">{t('list.objections', { count: openObjections })}</Chip>}
          </span>
        ),
      },
      { id: 'votes', title: t('list.votes'), align: 'end', cell: ({ votes }) => count(votes) },
      { id: 'people', title: t('list.people'), align: 'end', cell: ({ people }) => count(people) },
      {
        id: 'proposed',
        title: t('list.proposed'),
        cell: ({ proposed }) => (
          <>
            {proposed.by}
            <span className={styles.why}>
              <Time at={proposed.at} />
            </span>
          </>
        ),
      },
    ],
    [t, count],
  );
};

/** All exclusions, or those that wait, the newest first. */
export const Screen = () => {
  const { t } = useTranslation('exclusions');
  const mayChange = useMayDo('exclusions.change');
  const { waits } = useSearch({ from: '/console/exclusions' });
  const navigate = useNavigate({ from: '/exclusions' });
  const list = useInfiniteQuery(listQuery(waits));
  const columns = useColumns();
  const all = list.data?.pages.flatMap(({ exclusions }) => exclusions) ?? [];
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')}>
        {mayChange && (
          <LinkButton to="/exclusions/new" tone="main">
            {t('new.open')}
          </LinkButton>
        )}
      </ScreenHead>
      <Choice
        label={t('list.show')}
        quiet
        options={[
          { value: 'all' as const, label: t('list.all') },
          ...EXCLUSION_WAITS.map((value) => ({ value, label: t(`list.waits.${value}`) })),
        ]}
        value={waits ?? 'all'}
        onChange={(next) => void navigate({ search: next === 'all' ? {} : { waits: next }, replace: true })}
      />
      <Waiting query={list} />
      {list.data && (
        <Card>
          {all.length === 0 ? (
            <Empty title={t(waits ? 'list.noneWaits' : 'list.none')}>{!waits && t('list.noneText')}</Empty>
          ) : (
            <DataTable
              label={t('title')}
              items={all}
              columns={columns}
              idOf={({ id }) => String(id)}
              onEnd={onEndOf(list)}
            />
          )}
        </Card>
      )}
    </>
  );
};
