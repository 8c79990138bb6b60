import { readTonight, SPANS } from '@laurel/contracts/console/calls/tonight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/i18n.ts';
import { queryOf } from '../../lib/query.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { useMayDo } from '../../session/me.ts';
import { Choice } from '../../ui/choice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { FindingsCard } from './findings-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { FunnelCard } from './funnel-card.tsx';
import { HeadFacts } from './head-facts.tsx';
import { NeedsCards } from './needs-cards.tsx';
import { NumberCards } from './number-cards.tsx';
import styles from './tonight.module.css';
import { VotesCard } from './votes-card.tsx';

// Not part of the first load.
const Alarm = lazy(async () => {
  const [{ Alarm }] = await Promise.all([import('./alarm.tsx'), loadTexts('suspicious')]);
  return { default: Alarm };
});

const VisitsCard = lazy(async () => {
  const [{ VisitsCard }] = await Promise.all([import('./visits-card.tsx'), loadTexts('visits')]);
  return { default: VisitsCard };
});

/** The refresh interval, milliseconds. A hidden page is not refreshed. */
const REFRESH_MS = 5_000;
/** If votes are counted only to a time before this, milliseconds ago, a note says that minutes are missing. */
const BEHIND_MS = 4 * 60_000;

/** The state of the vote now. The screen can stay open: the last numbers remain while the server does not answer. */
export const Screen = () => {
  const { t } = useTranslation('tonight');
  const { span = 'day' } = useSearch({ from: '/console/tonight' });
  const navigate = useNavigate({ from: '/tonight' });
  const mayMove = useMayDo('phases.move');
  const mayExclude = useMayDo('exclusions.read');
  const query = useQuery({
    ...queryOf(readTonight, { query: { span } }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const { data, dataUpdatedAt } = query;
  const until = data?.recordedUntil;
  const isBehind = typeof until === 'string' && serverClock.at(dataUpdatedAt) - Date.parse(until) > BEHIND_MS;
  return (
    <div className={styles.wall}>
      <ScreenHead title={t('title')}>
        {data && <HeadFacts tonight={data} />}
        {mayMove && data?.phase === 'open' && <LinkButton to="/phases">{t('head.move')}</LinkButton>}
      </ScreenHead>
      {mayExclude && (
        <Suspense>
          <Alarm />
        </Suspense>
      )}
      <Choice
        label={t('span.label')}
        quiet
        options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        value={span}
        onChange={(next) => void navigate({ search: next === 'day' ? {} : { span: next }, replace: true })}
      />
      {!data && <Waiting query={query} lines={6} />}
      {data && (
        <>
          {isBehind && (
            <Note tone="warn">
              {t('behind.before')} <Time at={until} />. {t('behind.after')}
            </Note>
          )}
          {data.votes.total === 0 && <FirstStepsCard />}
          <div className={styles.cards}>
            <NumberCards tonight={data} />
            <NeedsCards />
          </div>
          <div className={styles.two}>
            <VotesCard tonight={data} />
            <FunnelCard tonight={data} />
          </div>
          <Suspense>
            <VisitsCard />
          </Suspense>
          <FindingsCard findings={data.findings} />
        </>
      )}
    </div>
  );
};
