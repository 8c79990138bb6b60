import { type Finding, good } from './finding.ts';

/**
 * The mails of a day to one provider's mailboxes from which the rules for large senders apply: Google
 * (support.google.com/a/answer/81126), Microsoft for Outlook.com (since May 2025). Yahoo (senders.yahooinc.com) asks for
 * the same and names no number. Read on 2026-11-30.
 */
const LARGE_SENDER = 5_000;

/** The mails of a new sender's first day. Mailbox providers take twice as many each day. */
const FIRST_DAY = 200;

/** A warm-up plan: the most mails on each day, until a mail to every voter fits into one. */
export const warmUpPlan = (voters: number): number[] => {
  const days = [Math.min(FIRST_DAY, voters)];
  for (let most = FIRST_DAY; most < voters; most *= 2) days.push(Math.min(2 * most, voters));
  return days;
};

const number = (count: number): string => count.toLocaleString('en');

/** Names the largest day of an award, the rules that it meets, and the way there for a sender who is new. */
export const volumeFinding = (voters: number): Finding => {
  const plan = warmUpPlan(voters);
  const rules =
    voters > LARGE_SENDER
      ? `above ${number(LARGE_SENDER)} a day Google, Microsoft and Yahoo refuse mails without SPF, DKIM and DMARC`
      : `Google, Microsoft and Yahoo have more rules above ${number(LARGE_SENDER)} a day`;
  return good(
    `for about ${number(voters)} voters, as many mails on the largest day: ${rules}.\nA domain or server that never sent: at most ${plan.map(number).join(', ')} on day 1 to ${plan.length}.\nMails to all voters have List-Unsubscribe with one click; codes need none.`,
  );
};
