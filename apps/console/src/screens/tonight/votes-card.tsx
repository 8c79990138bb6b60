import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Empty } from '../../ui/states.tsx';
import { perMinuteOf } from './per-minute.ts';
import styles from './tonight.module.css';

/** From this length of a step on, seconds, the axis shows days instead of times of day. */
const DAY_STEP_SECONDS = 3_600;

/** The chart of votes a minute in the span, and of the usual number at the same hour on the days before. */
export const VotesCard = ({ tonight }: { tonight: Tonight }) => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const { span, series, recordedUntil, votes } = tonight;
  const line = useMemo(() => perMinuteOf(series, recordedUntil), [series, recordedUntil]);
  const hasUsual = line.usual.some((value) => value !== null);
  const now = numbers.count(votes.perMinute ?? 0);
  const summary =
    votes.usualPerMinute === null
      ? t('chart.summaryAlone', { now })
      : t('chart.summary', { now, usual: numbers.count(Math.round(votes.usualPerMinute)) });
  return (
    <Card title={t(`chart.title.${span}`)}>
      {line.votes.every((value) => value === 0) ? (
        <Empty title={t('chart.empty')} />
      ) : (
        <>
          <Chart
            summary={summary}
            times={line.times}
            axis={series.stepSeconds >= DAY_STEP_SECONDS ? 'day' : 'time'}
            height={290}
            format={numbers.short}
            series={[
              ...(hasUsual ? [{ label: t('chart.usual'), values: line.usual, tone: 'usual' as const }] : []),
              { label: t('chart.votes'), values: line.votes },
            ]}
          />
          {hasUsual && <p className={styles.small}>{t('chart.dashed')}</p>}
        </>
      )}
    </Card>
  );
};
