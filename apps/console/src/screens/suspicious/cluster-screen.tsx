import { readCluster } from '@laurel/contracts/console/calls/clusters';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { useClusterWords } from '../../lib/use-cluster-words.ts';
import { useMayDo } from '../../session/me.ts';
import { Chip } from '../../ui/chip.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Actions } from './actions.tsx';
import { EffectCard } from './effect-card.tsx';
import { ForThemCard } from './for-them-card.tsx';
import { MapCard } from './map-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { Sure } from './sure.tsx';
import styles from './suspicious.module.css';
import { TimelineCard } from './timeline-card.tsx';
import { WhyCard } from './why-card.tsx';

/** One cluster: what it does to the result, why it stands together, what speaks for it, its people, and the decision. */
export const Screen = () => {
  const { t } = useTranslation('suspicious');
  const { id } = useParams({ from: '/console/suspicious/$id' });
  const mayChange = useMayDo('exclusions.change');
  const words = useClusterWords();
  const [withoutWeak, setWithoutWeak] = useState(false);
  // Each look is in the audit log: it is read once for each visit, and not again by itself.
  const read = useQuery({
    ...queryOf(readCluster, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const cluster = read.data;
  const decided = cluster?.decided;
  return (
    <>
      <p>
        <Link to="/suspicious">{t('all')}</Link>
      </p>
      <ScreenHead title={cluster ? words.effect(cluster) : t('title')} lead={cluster && words.facts(cluster)}>
        {cluster && mayChange && <Actions cluster={cluster} withoutWeak={withoutWeak} />}
      </ScreenHead>
      <Waiting query={read} />
      {cluster && (
        <div className={styles.cards}>
          <p className={styles.chips}>
            {cluster.effect === 'winner' && <Chip tone="bad">{t('changesWinner')}</Chip>}
            <Sure certainty={cluster.certainty} />
            {cluster.state !== 'open' && <Chip>{t(`state.${cluster.state}`)}</Chip>}
          </p>
          {decided && (
            <Note>
              {decided.by}, <Time at={decided.at} />: {decided.why && `${t(`explain.${decided.why}`)}. `}
              {decided.reason}
            </Note>
          )}
          <div className={styles.pair}>
            <WhyCard reasons={cluster.reasons} />
            <div className={styles.cards}>
              <EffectCard cluster={cluster} />
              <ForThemCard cluster={cluster} withoutWeak={withoutWeak} onWithoutWeak={setWithoutWeak} />
            </div>
          </div>
          {cluster.timeline && <TimelineCard cluster={cluster} timeline={cluster.timeline} />}
          {cluster.members.length > 0 && <MapCard cluster={cluster} />}
          <PeopleCard cluster={cluster} />
        </div>
      )}
    </>
  );
};
