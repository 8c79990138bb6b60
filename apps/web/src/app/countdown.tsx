import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { isLastDay, nextPhaseTime, unitsLeft } from '../features/edition/phase.ts';
import { useLanguage } from '../i18n/language.ts';
import { formatCount } from '../lib/numbers.ts';
import { serverTime } from '../lib/server-clock.ts';
import { formatKyivMinute } from '../lib/time.ts';
import { useNow } from '../ui/use-now.ts';
import { CalendarButton } from './calendar-button.tsx';
import styles from './countdown.module.css';

/** Counts down to the end of the current phase, and offers a calendar file. Renders nothing if no end is set. */
export const Countdown = () => {
  const { t } = useTranslation('page');
  const language = useLanguage();
  const edition = useEdition();
  const now = serverTime(useNow());
  const next = nextPhaseTime(edition, now);
  const { words } = edition;
  if (next === undefined || words === 'announced') return null;
  return (
    <div className={styles.countdown} data-last={isLastDay(edition, now) || undefined}>
      <div role="timer" aria-labelledby="countdown">
        <p id="countdown">{t(`countdown.${words}`)}</p>
        <ul>
          {unitsLeft(next - now).map(({ unit, count }) => {
            const { number, word } = formatCount(count, unit, language);
            return (
              <li key={unit}>
                <b>{number}</b> <span>{word}</span>
              </li>
            );
          })}
        </ul>
        <p>{t('kyivTime', { moment: formatKyivMinute(new Date(next), language) })}</p>
      </div>
      <CalendarButton />
    </div>
  );
};
