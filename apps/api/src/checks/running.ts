import { MAX_SKEW_MS } from '../limits.ts';
import { bad, type Finding, good, skipped, todo } from './finding.ts';

/** The number of examples in a problem. */
const NAMED = 5;

/** The first of several names, and how many more there are. */
export const someOf = (names: readonly string[]): string =>
  names.length > NAMED ? `${names.slice(0, NAMED).join('; ')}; and ${names.length - NAMED} more` : names.join('; ');

/** The finding about the guards of the votes. @param problems as `checkGuards` names them */
export const guardsFinding = (problems: readonly string[]): Finding =>
  problems.length === 0
    ? good('all are in place')
    : bad(
        someOf(problems),
        'Stop the voting until they are in place: run "laurel migrate"; after a restore, restore the schema as well, with its triggers.',
      );

/** The finding about the clocks. @param skewMs between this machine's and the database's, milliseconds */
export const clockFinding = (skewMs: number): Finding => {
  const skew = Math.round(skewMs);
  if (skew <= MAX_SKEW_MS) return good(`${skew} ms from the database’s`);
  return bad(
    `this machine’s clock and the database’s are ${(skew / 1000).toFixed(1)} s apart`,
    'Synchronise both with NTP: phases, codes and limits depend on the clock.',
  );
};

/** The finding about the organisers' webhooks. @param off those that were switched off */
export const hooksFinding = (off: number): Finding =>
  off === 0
    ? skipped('none is switched off')
    : bad(`${off} accepted nothing for days`, 'Repair the receiver, then send a call again under Integrations.');

/** The finding about the money for codes. @param alarm undefined while less than half is spent */
export const moneyFinding = (alarm: { percent: number; budget: number; currency: string } | undefined): Finding =>
  alarm
    ? todo(`${alarm.percent} % of ${alarm.budget} ${alarm.currency} is spent`, 'Raise PHONE_CODE_TOTAL_BUDGET.')
    : skipped('less than half is spent');

/** The finding about the queue. */
export const queueFinding = ({
  waiting,
  overdue,
  dead,
}: {
  waiting: number;
  overdue: number;
  dead: number;
}): Finding => {
  if (overdue > 0) {
    return bad(
      `${overdue} of ${waiting} jobs are overdue`,
      'No worker processes them: is Laurel running, and what does its log say?',
    );
  }
  if (dead > 0)
    return bad(`${dead} of ${waiting + dead} jobs failed for good`, 'Look for "a message did not leave" in the log.');
  return good(`${waiting} waiting`);
};
