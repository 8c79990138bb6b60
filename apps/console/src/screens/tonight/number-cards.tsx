import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { useTranslation } from 'react-i18next';
import { costText } from '../../i18n/cost-text.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { StatNumber } from '../../ui/stat-number.tsx';

/** From this share of the hourly budget of text messages on, their card warns. */
const NEARLY_SPENT = 0.8;
/** A message that waits for longer than this is late, seconds. */
const LATE_SECONDS = 120;

const joined = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(', ');

/** The current numbers: votes a minute, open sockets, text messages, mails, the queue. */
export const NumberCards = ({ tonight: { votes, sockets, sms, mails, queue } }: { tonight: Tonight }) => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const { perMinute, usualPerMinute } = votes;
  const isNearlySpent = sms.lastHour >= sms.hourlyBudget * NEARLY_SPENT;
  const isLate = (queue.oldestSeconds ?? 0) > LATE_SECONDS || queue.dead > 0;
  const age =
    queue.oldestSeconds === null || queue.oldestSeconds < 60
      ? t('seconds', { count: queue.oldestSeconds ?? 0 })
      : t('minutes', { count: Math.floor(queue.oldestSeconds / 60) });
  return (
    <>
      <StatNumber
        title={t('perMinute.title')}
        value={perMinute === null ? undefined : numbers.count(perMinute)}
        note={
          usualPerMinute === null
            ? t('perMinute.noUsual')
            : t('perMinute.usual', { number: numbers.count(Math.round(usualPerMinute)) })
        }
      />
      <StatNumber
        title={t('sockets.title')}
        value={numbers.count(sockets.open)}
        note={t('sockets.note', { count: sockets.processes })}
      />
      <StatNumber
        title={t('sms.title')}
        value={numbers.count(sms.sent)}
        tone={isNearlySpent ? 'warn' : 'plain'}
        note={joined([
          t('sms.hour', { used: numbers.count(sms.lastHour), budget: numbers.count(sms.hourlyBudget) }),
          t('sms.failed', { count: sms.failed }),
          sms.failing > 0 && t('sms.failing', { count: sms.failing }),
          sms.cost.length > 0 && t('sms.cost', { sum: costText(sms.cost, numbers.money) }),
        ])}
      />
      <StatNumber
        title={t('mails.title')}
        value={numbers.count(mails.sent)}
        tone={mails.failing > 0 ? 'warn' : 'plain'}
        note={joined([
          t('sms.failed', { count: mails.failed }),
          mails.failing > 0 && t('sms.failing', { count: mails.failing }),
        ])}
      />
      <StatNumber
        title={t('queue.title')}
        value={numbers.count(queue.waiting)}
        tone={isLate ? 'warn' : 'plain'}
        note={joined([
          queue.waiting === 0 ? t('queue.empty') : queue.oldestSeconds !== null && t('queue.oldest', { time: age }),
          queue.dead > 0 && t('queue.dead', { count: queue.dead }),
        ])}
      />
    </>
  );
};
