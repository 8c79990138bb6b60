import type { Tonight } from '@laurel/contracts/console/calls/tonight';
import { Link, linkOptions } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { costText } from '../../i18n/cost-text.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { StatNumber } from '../../ui/stat-number.tsx';

/** From this share of the hourly budget of text messages on, their card warns. */
const NEARLY_SPENT = 0.8;
/** A message that waits for longer than this is late, seconds. */
const LATE_SECONDS = 120;

/** Parts of a note; those that are false are left out. */
const joined = (parts: readonly (ReactNode | false)[]): ReactNode =>
  parts
    .filter((part) => part !== false)
    .map((part, place) => <Fragment key={place}>{place > 0 ? <>, {part}</> : part}</Fragment>);

/** The current numbers: votes a minute, open sockets, text messages, mails, the queue. */
export const NumberCards = ({ tonight: { span, votes, sockets, sms, mails, queue } }: { tonight: Tonight }) => {
  const { t } = useTranslation('tonight');
  const numbers = useNumbers();
  const { perMinute, usualPerMinute } = votes;
  const isNearlySpent = sms.lastHour >= sms.hourlyBudget * NEARLY_SPENT;
  const isLate = (queue.oldestSeconds ?? 0) > LATE_SECONDS || queue.dead > 0;
  const age =
    queue.oldestSeconds === null || queue.oldestSeconds < 60
      ? t('seconds', { count: queue.oldestSeconds ?? 0 })
      : t('minutes', { count: Math.floor(queue.oldestSeconds / 60) });
  /** The sums of the same span. */
  const sums = linkOptions({ to: '/messages', search: { tab: 'totals', ...(span === 'day' ? {} : { span }) } });
  const failingOf = (kind: 'sms' | 'mail', count: number) =>
    count > 0 && (
      <Link to="/messages" search={{ state: 'failed', kind }}>
        {t('sms.failing', { count })}
      </Link>
    );
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
          <Link {...sums}>{t('sms.failed', { count: sms.failed })}</Link>,
          failingOf('sms', sms.failing),
          sms.cost.length > 0 && t('sms.cost', { sum: costText(sms.cost, numbers.money) }),
        ])}
      />
      <StatNumber
        title={t('mails.title')}
        value={numbers.count(mails.sent)}
        tone={mails.failing > 0 ? 'warn' : 'plain'}
        note={joined([
          <Link {...sums}>{t('sms.failed', { count: mails.failed })}</Link>,
          failingOf('mail', mails.failing),
        ])}
      />
      <StatNumber
        title={t('queue.title')}
        value={numbers.count(queue.waiting)}
        tone={isLate ? 'warn' : 'plain'}
        note={joined([
          queue.waiting === 0 ? (
            t('queue.empty')
          ) : (
            <Link to="/messages" search={{ set: 'waiting' }}>
              {t('queue.waiting', { count: queue.waiting })}
            </Link>
          ),
          queue.oldestSeconds !== null && t('queue.oldest', { time: age }),
          queue.dead > 0 && t('queue.dead', { count: queue.dead }),
        ])}
      />
    </>
  );
};
