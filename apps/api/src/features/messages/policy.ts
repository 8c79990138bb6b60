import type { Message, MessageKind, MessageSpan } from '@laurel/contracts/console/calls/messages';
import type { CostTotal } from '@laurel/contracts/console/calls/tonight';
import type { MessageRow, Position, TotalRow } from './store.ts';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const HOURS: Record<Exclude<MessageSpan, 'quarter' | 'all'>, number> = { hour: 1, day: 24, week: 7 * 24 };

/** The start of the first whole hour in a span, or of the first minute of 15; null for the span of everything. */
export const sinceOf = (span: MessageSpan, now: Date): Date | null => {
  if (span === 'all') return null;
  if (span === 'quarter') return new Date((Math.floor(now.getTime() / MINUTE_MS) - 15) * MINUTE_MS);
  return new Date(Math.ceil(now.getTime() / HOUR_MS - HOURS[span]) * HOUR_MS);
};

/** The text of a position, for the `after` of the next request. */
export const cursorOf = ({ at, id }: Position): string => `${at.getTime()}.${id}`;

/**
 * Reads the text of a position.
 * @param cursor has the form that the contract demands
 */
export const positionOf = (cursor: string): Position => {
  const [at = '', id = ''] = cursor.split('.');
  return { at: new Date(Number(at)), id };
};

/** How long a notice that was given up can be sent again, milliseconds: a little less than the queue keeps its job. */
const RETRYABLE_MS = (7 * 24 - 1) * HOUR_MS;

/** Whether a message can be sent again: a failed one, or a notice that was given up recently and is not outdated. */
const isRetryable = ({ state, isNotice, changedAt, givenUp }: MessageRow, now: Date): boolean => {
  if (state === 'failed') return true;
  const isKept = state === 'given_up' && givenUp !== 'outdated' && isNotice;
  return isKept && now.getTime() - changedAt.getTime() < RETRYABLE_MS;
};

type Masks = { maskEmail(email: string): string; maskPhone(phone: string): string };

/**
 * A message as the console shows it.
 * @param masks mask the recipient; undefined if the person may not see recipients
 */
export const messageOf = (row: MessageRow, masks: Masks | undefined, now: Date): Message => {
  const { id, kind, purpose, country, provider, state, tries, problem, givenUp, costMicros, currency } = row;
  const recipient =
    kind === 'mail' ? row.email && masks?.maskEmail(row.email) : row.phone && masks?.maskPhone(row.phone);
  return {
    ...{ id, kind, purpose, country, provider, state, tries, problem, givenUp },
    cost: costMicros === null || currency === null ? null : { currency, micros: costMicros },
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    retryable: isRetryable(row, now),
    recipient: recipient ?? null,
    accountId: masks ? row.accountId : null,
  };
};

/** The totals by country and provider, with the costs in each currency. */
export const groupTotals = (rows: readonly TotalRow[]) => {
  const groups = Map.groupBy(rows, ({ kind, country, provider }) => `${kind} ${country} ${provider}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, country, provider } = first;
    const cost = group.flatMap(({ currency, micros }): CostTotal[] => (currency === '' ? [] : [{ currency, micros }]));
    return [
      {
        kind,
        country: country === '' ? null : country,
        provider,
        sent: group.reduce((sum, row) => sum + row.sent, 0),
        failed: group.reduce((sum, row) => sum + row.failed, 0),
        cost,
      },
    ];
  });
};

/** The sum of all messages of a kind, with the cost in each currency. */
export const sumOfKind = (kind: MessageKind, groups: ReturnType<typeof groupTotals>) => {
  const own = groups.filter((each) => each.kind === kind);
  const byCurrency = Map.groupBy(
    own.flatMap(({ cost }) => cost),
    ({ currency }) => currency,
  );
  return {
    sent: own.reduce((sum, each) => sum + each.sent, 0),
    failed: own.reduce((sum, each) => sum + each.failed, 0),
    cost: [...byCurrency].map(([currency, parts]) => ({
      currency,
      micros: parts.reduce((sum, { micros }) => sum + micros, 0),
    })),
  };
};
