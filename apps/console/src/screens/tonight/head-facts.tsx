import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { votingPhase } from '@laurel/contracts/phase';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { useNow } from '../../lib/use-now.ts';
import { Time } from '../../ui/time.tsx';
import { nextPhaseTime, partsOf } from './time-left.ts';
import styles from './tonight.module.css';

const two = (value: number): string => String(value).padStart(2, '0');

/** A countdown to the next phase. Screen readers get only its date and time. */
const TimeLeft = ({ until }: { until: string }) => {
  const { t } = useTranslation('tonight');
  const { days, hours, minutes, seconds } = partsOf(until, useNow(1_000));
  return (
    <>
      <strong aria-hidden="true" className={styles.clock}>
        {days > 0 && `${t('days', { count: days })} `}
        {`${two(hours)}:${two(minutes)}:${two(seconds)}`}
      </strong>
      <span className={styles.until}>
        <Time at={until} />
      </span>
    </>
  );
};

/** The phase with the time left, and the numbers of voters and votes. */
export const HeadFacts = ({ tonight }: { tonight: Tonight }) => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const { phase, votes } = tonight;
  const next = nextPhaseTime(tonight);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{next ? t(`head.${next.what}`) : t(`head.${votingPhase(phase)}`)}</dt>
        <dd>
          {next ? (
            <TimeLeft until={next.at} />
          ) : (
            phase === 'open' && <span className={styles.until}>{t('head.noEnd')}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('head.voters')}</dt>
        <dd>
          <strong>{numbers.count(votes.voters)}</strong>
        </dd>
      </div>
      <div>
        <dt>{t('head.votes')}</dt>
        <dd>
          <strong>{numbers.count(votes.total)}</strong>
        </dd>
      </div>
    </dl>
  );
};
