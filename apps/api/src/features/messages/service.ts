import { randomUUID } from 'node:crypto';
import type { Message, MessageKind, MessageSet, MessageSpan } from '@laurel/contracts/console/calls/messages';
import type { Language } from '@laurel/contracts/languages';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { after as later } from '../../clock.ts';
import { callingCodeOf } from '../../crypto/calling-code.ts';
import type { DraftMail } from '../../jobs/port.ts';
import { cursorOf, groupTotals, messageOf, positionOf, sinceOf, sumOfKind } from './policy.ts';
import {
  countTroubled,
  countWaiting,
  type Filter,
  findMessages,
  insertTest,
  readTotals,
  retryMessage,
  type SmsBudgets,
  type Waiting,
} from './store.ts';

/** The most test messages of one person in an hour, because each text message costs money. */
const TESTS_PER_HOUR = 10;
const HOUR_SECONDS = 3_600;
/** How long a message that was given up counts as one that needs somebody, milliseconds. */
const DAY_MS = 24 * HOUR_SECONDS * 1_000;

/** A test message to an address or a number of an organiser: a plain one, or a mail of a draft. */
export type TestTo = { kind: MessageKind; to: string; language: Language; draft?: DraftMail | undefined };

type Deps = {
  db: Queryable;
  maskEmail(email: string): string;
  maskPhone(phone: string): string;
  /** Seals a test message for the queue. */
  seal(message: TestTo & { id: string }): unknown;
  providers: Readonly<Record<MessageKind, string>>;
  budgets: SmsBudgets;
};

/** Creates the service for the history of messages: their recipients, states and costs. */
export const createMessages = ({ db, maskEmail, maskPhone, seal, providers, budgets }: Deps) => ({
  /**
   * A page of messages, the newest first.
   * @param recipients whether the person may see the masked recipients
   */
  list: async (
    {
      after,
      limit,
      set,
      ...filter
    }: Omit<Filter, 'set'> & { set?: MessageSet | undefined; after?: string | undefined; limit: number },
    recipients: boolean,
    now: Date,
  ): Promise<{ messages: Message[]; next: string | null }> => {
    const asked = { ...filter, set: set && { set, since: later(now, -DAY_MS) } };
    const rows = await findMessages(db, asked, { after: after === undefined ? undefined : positionOf(after), limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      messages: rows.map((row) => messageOf(row, recipients ? { maskEmail, maskPhone } : undefined, now)),
      next: last ? cursorOf({ at: last.createdAt, id: last.id }) : null,
    };
  },

  /** The number of messages that failed and need somebody, for the navigation. */
  waiting: (now: Date): Promise<number> => countTroubled(db, later(now, -DAY_MS)),

  /** How many messages wait now, and how many of them failed before. */
  open: (): Promise<Waiting> => countWaiting(db),

  /** What was sent and failed in a span, in all: the sums of `totals`. */
  sums: async (span: MessageSpan, now: Date) => {
    const groups = groupTotals(await readTotals(db, sinceOf(span, now), span === 'quarter'));
    return { mail: sumOfKind('mail', groups), sms: sumOfKind('sms', groups) };
  },

  /** What was sent and failed in a span, by country and provider. */
  totals: async (span: MessageSpan, now: Date) => {
    const since = sinceOf(span, now);
    return {
      since: since?.toISOString() ?? null,
      waiting: (await countWaiting(db)).waiting,
      totals: groupTotals(await readTotals(db, since, span === 'quarter')),
    };
  },

  /**
   * Sends a message again.
   * @throws AppError console.not_found, console.message_over
   */
  retry: async (id: string, organiser: Organiser, now: Date): Promise<void> => {
    const outcome = await retryMessage(db, id, organiser, now);
    if (outcome === 'missing') throw new AppError('console.not_found');
    if (outcome === 'state') throw new AppError('console.message_over');
  },

  /**
   * Sends a test message. A text message is charged to the budgets of an hour.
   * @returns the id of the message
   * @throws AppError limit.exceeded
   */
  test: async (to: TestTo, organiser: Organiser, now: Date): Promise<string> => {
    const id = randomUUID();
    const { kind } = to;
    const message = {
      id,
      kind,
      callingCode: kind === 'sms' ? callingCodeOf(to.to) : null,
      provider: providers[kind],
      payload: seal({ ...to, id }),
      most: TESTS_PER_HOUR,
      budgets,
    };
    if (!(await insertTest(db, message, organiser, now))) {
      throw new AppError('limit.exceeded', { retryAfterSeconds: HOUR_SECONDS });
    }
    return id;
  },
});
export type Messages = ReturnType<typeof createMessages>;
