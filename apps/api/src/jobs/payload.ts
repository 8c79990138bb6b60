import { REMINDER_STEPS } from '@laurel/contracts/console/calls/messages';
import { VOTER_MAIL_NAMES } from '@laurel/contracts/console/voter-mails';
import { LANGUAGES } from '@laurel/contracts/languages';
import { PHONE_CHANNELS } from '@laurel/contracts/verification';
import { z } from 'zod';
import type { Keyring } from '../crypto/keyring.ts';

const envelope = {
  /** Random. Identifies the message to providers and the job in the queue. */
  id: z.uuid(),
  to: z.string(),
  language: z.enum(LANGUAGES),
  challengeId: z.string().optional(),
  dropAfter: z.coerce.date().optional(),
};
const code = { name: z.string(), code: z.string() };
const tag = { name: z.string(), tag: z.string() };
const text = z.record(z.enum(LANGUAGES), z.string());
const draft = z.object({
  mail: z.enum(VOTER_MAIL_NAMES),
  name: text,
  supportEmail: z.string(),
  mails: z.partialRecord(
    z.enum(VOTER_MAIL_NAMES),
    z.object({ subject: text.optional(), opening: text.optional() }).optional(),
  ),
});
const decision = { name: z.string(), decision: z.int(), decisionsUrl: z.string() };

const queuedSchema = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('email'),
    ...envelope,
    message: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('email_code'), ...code }),
      z.object({ kind: z.literal('password_code'), ...code }),
      // Jobs of earlier releases do not say whether the phone is verified.
      z.object({ kind: z.literal('social_approved'), ...tag, phoneVerified: z.boolean().default(false) }),
      // Jobs of earlier releases do not say whether the person can connect Telegram.
      z.object({ kind: z.literal('social_rejected'), ...tag, offersTelegram: z.boolean().default(false) }),
      z.object({ kind: z.literal('test'), name: z.string(), draft: draft.optional() }),
      z.object({ kind: z.enum(['account_unlocked', 'two_factor_reset']), name: z.string() }),
      z.object({ kind: z.literal('factor_changed'), name: z.string(), change: z.enum(['added', 'removed']) }),
      z.object({ kind: z.literal('address_changed'), name: z.string(), isNew: z.boolean() }),
      z.object({
        kind: z.literal('account_unused'),
        name: z.string(),
        usedAt: z.iso.datetime(),
        erasedAfter: z.iso.datetime(),
      }),
      z.object({ kind: z.literal('winners_announced'), name: z.string(), stopUrl: z.string() }),
      z.object({
        kind: z.literal('reminder'),
        ...{ name: z.string(), step: z.enum(REMINDER_STEPS), last: z.boolean() },
        ...{ resumeUrl: z.string(), stopUrl: z.string() },
      }),
      z.object({ kind: z.literal('invitation'), name: z.string(), by: z.string(), link: z.string() }),
      z.object({ kind: z.literal('kit'), name: z.string(), link: z.string() }),
      z.object({
        kind: z.literal('cluster_alarm'),
        ...{
          name: z.string(),
          likely: z.boolean(),
          votes: z.int(),
          groups: z.int(),
          why: z.string(),
          link: z.string(),
        },
      }),
      z.object({ kind: z.literal('hook_off'), name: z.string(), host: z.string(), since: z.iso.datetime() }),
      z.object({ kind: z.literal('exclusion_applied'), ...decision, reason: z.string(), objectUrl: z.string() }),
      z.object({ kind: z.literal('exclusion_undone'), ...decision, stillHeld: z.boolean() }),
      z.object({ kind: z.literal('objection_answered'), ...decision, answer: z.string() }),
    ]),
  }),
  z.object({
    channel: z.literal('sms'),
    // Jobs of earlier releases do not say it.
    via: z.enum(PHONE_CHANNELS).default('sms'),
    ...envelope,
    message: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('phone_code'), code: z.string() }),
      z.object({ kind: z.literal('test') }),
    ]),
  }),
]);

/** The message in a job. */
export type Queued = z.output<typeof queuedSchema>;
export type Channel = Queued['channel'];

const payloadSchema = z.object({
  /** A `Queued`, sealed and in base64. */
  sealed: z.string(),
  /** Failed tries so far. */
  tries: z.int().min(0),
  /** Given up: it is sent only if an organiser asks for it. */
  rests: z.boolean().optional(),
  /** It is sent after all others that are due. */
  later: z.boolean().optional(),
});

/** The payload of the queue's row. It cannot be read without DATA_KEY. */
export type Payload = z.output<typeof payloadSchema>;

/** Seals a message for the queue. */
export const sealPayload = (keyring: Keyring, queued: Queued): Payload => ({
  sealed: keyring.seal('job', JSON.stringify(queued)).toString('base64'),
  tries: 0,
});

/** Opens a sealed payload. @throws Error if no key fits or the payload is invalid */
export const openPayload = (keyring: Keyring, payload: unknown): { queued: Queued; payload: Payload } => {
  const parsed = payloadSchema.parse(payload);
  const plain = keyring.open('job', Buffer.from(parsed.sealed, 'base64')).toString();
  return { queued: queuedSchema.parse(JSON.parse(plain)), payload: parsed };
};
