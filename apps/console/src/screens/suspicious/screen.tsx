import { type ClusterSummary, listClusters } from '@laurel/contracts/console/calls/clusters';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { queryOf } from '../../lib/query.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Row } from './row.tsx';
import styles from './suspicious.module.css';

/** The votes are searched every minute. */
const REFRESH_MS = 60_000;

const Rows = ({ clusters }: { clusters: readonly ClusterSummary[] }) => (
  <ul>
    {clusters.map((cluster) => (
      <Row key={cluster.id} cluster={cluster} />
    ))}
  </ul>
);

/** Groups of people who share more than chance explains: those to decide, crowds that look honest, and decided ones. */
export const Screen = () => {
  const { t } = useTranslation('suspicious');
  const { count } = useNumbers();
  const list = useQuery({ ...queryOf(listClusters, {}), refetchInterval: REFRESH_MS });
  const { searched, clusters = [] } = list.data ?? {};
  const open = clusters.filter(({ state }) => state === 'open');
  const honest = open.filter(({ looksHonest }) => looksHonest);
  const waiting = open.filter(({ looksHonest }) => !looksHonest);
  const decided = clusters.filter(({ state }) => state !== 'open');
  const watched = decided.filter(({ state }) => state === 'watched').length;
  const hidden = clusters.some(({ choices }) => choices === null);
  const looked: ReactNode = searched ? (
    <>
      {t('lookedAt')} <Time at={searched.at} show="time" />
      {t('compared', { number: count(searched.compared) })}
    </>
  ) : (
    t('notLooked')
  );
  return (
    <>
      <ScreenHead
        title={t('title')}
        lead={
          <>
            {t('lead')} {list.data && looked}
          </>
        }
      />
      <Waiting query={list} />
      {list.data && (
        <div className={styles.cards}>
          {hidden && <Note>{t('embargo')}</Note>}
          <Card
            title={t(hidden ? 'bySize' : 'byEffect')}
            beside={waiting.length > 0 && <Chip tone="warn">{t('needYou', { number: count(waiting.length) })}</Chip>}
          >
            {waiting.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : <Rows clusters={waiting} />}
          </Card>
          {honest.length > 0 && (
            <Card title={t('honestTitle')}>
              <Rows clusters={honest} />
            </Card>
          )}
          {decided.length > 0 && (
            <details className={styles.decided}>
              <summary>{t('decided', { watched, dismissed: decided.length - watched })}</summary>
              <Rows clusters={decided} />
            </details>
          )}
        </div>
      )}
    </>
  );
};
