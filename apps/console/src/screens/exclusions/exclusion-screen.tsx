import { previewExclusion, readExclusion } from '@laurel/contracts/console/calls/exclusions';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Failure, Loading, Waiting } from '../../ui/states.tsx';
import { DecisionCard } from './decision-card.tsx';
import styles from './exclusions.module.css';
import { ObjectionsCard } from './objections-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { Preview } from './preview.tsx';
import { StateChip } from './state-chip.tsx';
import { Steps } from './steps.tsx';
import type { Exclusion } from './types.ts';

/** Whether a next step may change the count. */
const hasPreview = ({ state }: Exclusion): boolean =>
  state === 'proposed' || state === 'approved' || state === 'applied';

/** One exclusion: its preview, the next steps, the decision, the objections, and the people concerned. */
export const Screen = () => {
  const { t } = useTranslation('exclusions');
  const { id } = useParams({ from: '/console/exclusions/$id' });
  const mayChange = useMayDo('exclusions.change');
  const mayKnowPeople = useMayDo('exclusions.people');
  const read = useQuery(queryOf(readExclusion, { params: { id } }));
  const exclusion = read.data;
  // Each property is read here, because a change of a property renders only the component that read it from the query.
  const { data, error, isFetching, isPending, refetch } = useQuery({
    ...queryOf(previewExclusion, { params: { id } }),
    enabled: exclusion !== undefined && hasPreview(exclusion),
  });
  const undo = exclusion?.state === 'applied';
  return (
    <>
      <p>
        <Link to="/exclusions">{t('all')}</Link>
      </p>
      <ScreenHead title={t('name', { id })} lead={exclusion?.reason}>
        {exclusion && <StateChip state={exclusion.state} approvals={exclusion.approvals} />}
      </ScreenHead>
      <Waiting query={read} />
      {exclusion && (
        <div className={styles.cards}>
          {hasPreview(exclusion) && (
            <Card title={t(undo ? 'preview.ofUndo' : 'preview.ofApply')}>
              {error && <Failure error={error} onRetry={() => refetch()} busy={isFetching} />}
              {isPending && <Loading lines={6} />}
              {data && <Preview preview={data} undo={undo} />}
              {mayChange && <Steps exclusion={exclusion} preview={{ data, error, isFetching, refetch }} />}
            </Card>
          )}
          <DecisionCard exclusion={exclusion} />
          {mayKnowPeople && (exclusion.objections > 0 || exclusion.applied.at !== null) && (
            <ObjectionsCard id={exclusion.id} />
          )}
          {mayKnowPeople && <PeopleCard exclusion={exclusion} />}
        </div>
      )}
    </>
  );
};
