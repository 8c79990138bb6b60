import { z } from 'zod';
import { success } from '../../envelope.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages.ts';
import { type ConsoleCall, reasonSchema, rowIdSchema, step } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { lineField } from '../texts.ts';
import { VOTER_MAIL_NAMES } from '../voter-mails.ts';
import { costSchema } from './tonight.ts';

export const MESSAGE_KINDS = ['mail', 'sms'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The purposes of messages. */
export const MESSAGE_PURPOSES = [
  'email_code',
  'password_code',
  'phone_code',
  'social_approved',
  'social_rejected',
  'exclusion_applied',
  'exclusion_undone',
  'objection_answered',
  'invitation',
  'kit',
  'cluster_alarm',
  'hook_off',
  'account_unlocked',
  'two_factor_reset',
  'factor_changed',
  'address_changed',
  'account_unused',
  'winners_announced',
  'reminder',
  'test',
] as const;
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number];
/** The purposes of messages to people who have no account. */
export const WITHOUT_ACCOUNT: readonly MessagePurpose[] = ['test', 'invitation', 'kit', 'cluster_alarm', 'hook_off'];

/** `failed` will be tried again; `given_up` will not. */
export const MESSAGE_STATES = ['queued', 'sent', 'failed', 'given_up'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Why a message was given up: refused by the provider, tried too often, or expired or replaced before it was sent. */
export const GIVEN_UP_REASONS = ['refused', 'tries', 'outdated'] as const;

/** What an organiser looks for: messages that wait for their first or next try, or that failed and need somebody. */
export const MESSAGE_SETS = ['waiting', 'troubled'] as const;
export type MessageSet = (typeof MESSAGE_SETS)[number];

/** The spans of the sums: the last 15 minutes, hour, day, week, or everything. */
export const MESSAGE_SPANS = ['quarter', 'hour', 'day', 'week', 'all'] as const;
export type MessageSpan = (typeof MESSAGE_SPANS)[number];

const count = z.number().int().nonnegative();
const time = z.iso.datetime();
/** Like 380. */
const callingCode = z.string().regex(/^[1-9]\d{0,3}$/);
/** Like smtp. */
const provider = z.string().regex(/^[a-z]{2,20}$/);
const filters = {
  set: z.enum(MESSAGE_SETS).optional(),
  state: z.enum(MESSAGE_STATES).optional(),
  kind: z.enum(MESSAGE_KINDS).optional(),
  country: callingCode.optional(),
  provider: provider.optional(),
  /** The messages to one account. */
  account: z.uuid().optional(),
};

const message = z.object({
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS),
  /** What it was for: one of MESSAGE_PURPOSES, or one of another release. */
  purpose: z.string(),
  country: z.string().nullable(),
  provider: z.string(),
  state: z.enum(MESSAGE_STATES),
  tries: count,
  /** What the provider said at the last failure, without the recipient. */
  problem: z.string().nullable(),
  givenUp: z.enum(GIVEN_UP_REASONS).nullable(),
  cost: costSchema.nullable(),
  createdAt: time,
  /** When it was sent or given up, or tried last. */
  changedAt: time,
  /** Whether it can be sent again now. */
  retryable: z.boolean(),
  /** Masked; null for a test, and for people who may not see recipients. */
  recipient: z.string().nullable(),
  accountId: z.uuid().nullable(),
});
export type Message = z.output<typeof message>;

/** A position in a list of messages: the `next` of an answer. */
const cursor = z
  .string()
  .regex(/^\d{1,15}\.[^.]*$/)
  .refine((text) => z.uuid().safeParse(text.split('.')[1]).success);

export const readMessages = {
  method: 'GET',
  path: '/messages',
  summary: 'The messages, the newest first',
  audience: 'messages.read',
  query: z.object({
    ...filters,
    /** Finds accounts as GET /voters does. Only for roles that may see recipients. */
    to: lineField().min(2, FIELD_MESSAGES.nameShort).max(254, FIELD_MESSAGES.findLong).optional(),
    after: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    messages: z.array(message),
    next: z.string().nullable(),
    /** `to` matches more accounts than those whose messages are listed. */
    partial: z.boolean().default(false),
  }),
} as const satisfies ConsoleCall;

export const readMessageTotals = {
  method: 'GET',
  path: '/messages/totals',
  summary: 'What was sent and failed in a span, by country and provider, and what it cost',
  audience: 'messages.read',
  query: z.object({ span: z.enum(MESSAGE_SPANS).default('day') }),
  reply: z.object({
    /** The start of the first hour or, of 15 minutes, the first minute that counts; null for everything. */
    since: time.nullable(),
    /** Messages that wait for their first or next try. */
    waiting: z.object({ mail: count, sms: count }),
    totals: z.array(
      z.object({
        kind: z.enum(MESSAGE_KINDS),
        country: z.string().nullable(),
        provider: z.string(),
        sent: count,
        failed: count,
        cost: z.array(costSchema),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

/** The steps at which people stop on the way to their first vote, by what comes next. */
export const REMINDER_STEPS = ['email', 'two_factor', 'phone', 'social', 'vote'] as const;
export type ReminderStep = (typeof REMINDER_STEPS)[number];

export const readReminders = {
  method: 'GET',
  path: '/messages/reminders',
  summary: 'What reminders brought, by the step at which people had stopped. Counts are in steps of five, rounded down',
  audience: 'messages.read',
  reply: z.object({
    steps: z.array(z.object({ step: z.enum(REMINDER_STEPS), sent: count, cameBack: count, voted: count })),
  }),
} as const satisfies ConsoleCall;

export const retryMessage = {
  ...step(z.uuid()),
  path: '/messages/:id/retry',
  summary: 'Send a failed message now, or a notice that was given up',
  audience: 'messages.send',
  failures: ['console.not_found', 'console.message_over'],
} as const satisfies ConsoleCall;

/** The language of a test message. */
const language = z.enum(LANGUAGES).default(DEFAULT_LANGUAGE);

/** An address or a number in international form, for a test message. */
const ownAddress = z.string().trim().max(254);
const testMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mail'),
    to: ownAddress.pipe(z.email(FIELD_MESSAGES.ownMail)),
    language,
    /** A mail that voters get, with samples, as a draft has it. Without both it is a plain test. */
    mail: z.enum(VOTER_MAIL_NAMES).optional(),
    draft: rowIdSchema.optional(),
    reason: reasonSchema,
  }),
  z.object({
    kind: z.literal('sms'),
    to: ownAddress
      .transform((text) => text.replaceAll(/[\s().-]/g, ''))
      .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, FIELD_MESSAGES.numberCountry)),
    language,
    reason: reasonSchema,
  }),
]);

export const sendTestMessage = {
  method: 'POST',
  path: '/messages/test',
  summary:
    'Send a test message to an address of your own. It is kept, sealed, until it is sent, or for a week if it was given up',
  audience: 'messages.send',
  body: testMessage,
  created: true,
  reply: success(z.object({ id: z.uuid() })),
  failures: ['console.not_found', 'console.upload_refused'],
} as const satisfies ConsoleCall;
