import { revealCluster } from '@laurel/contracts/console/calls/clusters';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { type CallAnswer, call } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Masked } from '../../ui/masked.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import type { Column } from '../../ui/table-props.ts';
import { Time } from '../../ui/time.tsx';
import styles from './suspicious.module.css';
import type { Cluster, Member } from './types.ts';

/** Longer votes need the date. */
const HALF_DAY_MS = 12 * 3_600_000;

type Known = CallAnswer<typeof revealCluster>['people'][number];

/** The people of a cluster, masked until somebody gives a reason to see them; who shares most comes first. */
export const PeopleCard = ({ cluster: { id, members, reasons, people, from, until } }: { cluster: Cluster }) => {
  const show = Date.parse(until) - Date.parse(from) < HALF_DAY_MS ? 'seconds' : 'minute';
  const { t } = useTranslation('suspicious');
  const { count } = useNumbers();
  const [asking, setAsking] = useState(false);
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const columns: readonly Column<Member>[] = [
    {
      id: 'person',
      title: t('table.person'),
      lead: true,
      cell: ({ accountId, email }) => {
        const full = known.get(accountId);
        return (
          <Link to="/voters/$id" params={{ id: accountId }}>
            {full ? <span translate="no">{`${full.name}, ${full.email}`}</span> : <Masked text={email} />}
          </Link>
        );
      },
    },
    {
      id: 'number',
      title: t('table.number'),
      cell: ({ accountId, number }) => <Masked text={known.get(accountId)?.number ?? number} />,
    },
    { id: 'voted', title: t('table.voted'), cell: ({ votedAt }) => <Time at={votedAt} show={show} /> },
    {
      id: 'shares',
      title: t('table.shares'),
      cell: ({ shares }) => (
        <>
          <span className={styles.marks} aria-hidden="true">
            {reasons.map(({ what, value }, place) => (
              <i key={`${what} ${value}`} className={shares.includes(place) ? undefined : styles.off} />
            ))}
          </span>{' '}
          {t('table.some', { shared: shares.length, all: reasons.length })}
        </>
      ),
    },
  ];
  return (
    <Card
      title={`${count(people)} ${t('people', { count: people })}`}
      beside={
        members.length > 0 &&
        known.size === 0 && (
          <Button small onClick={() => setAsking(true)}>
            {t('reveal.open')}
          </Button>
        )
      }
    >
      {members.length === 0 ? (
        <p>{t('table.hidden')}</p>
      ) : (
        <DataTable label={t('table.label')} items={members} columns={columns} idOf={({ voterId }) => voterId} />
      )}
      {asking && (
        <ReasonDialog
          title={t('reveal.open')}
          action={t('reveal.open')}
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const answer = await call(revealCluster, { params: { id }, body: { reason } });
            setKnown(new Map(answer.people.map((person) => [person.accountId, person])));
          }}
        >
          <p>{t('reveal.text')}</p>
        </ReasonDialog>
      )}
    </Card>
  );
};
