import { z } from 'zod';
import { success } from '../../envelope.ts';
import { emailField } from '../../fields.ts';
import { SOCIAL_VERIFICATION_TYPES, VERIFICATION_STATUSES } from '../../verification.ts';
import { byReason, type ConsoleCall, step } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { lineField } from '../texts.ts';
import { GIVEN_UP_REASONS, MESSAGE_KINDS, MESSAGE_STATES } from './messages.ts';

/** The attempts that are counted. A count at its limit locks the person out until `until`. */
export const TRIES = [
  'wrong_codes_day',
  'wrong_codes_total',
  'wrong_passwords',
  'wrong_passwords_by_number',
  'wrong_passwords_known_browser',
  'wrong_mail_codes_day',
  'wrong_mail_codes_total',
  'mails_asked',
  'mails_asked_day',
  'mails_by_number',
  'mails_by_number_day',
  'mails_by_logins_day',
  'mails_day',
  'messages_to_number',
  'numbers_tried',
  'instagram_names',
  'telegram_links',
] as const;
export type Tried = (typeof TRIES)[number];

/** What the team does for an account, by its name in the audit log. */
export const HELP_ACTIONS = [
  'user.unlock',
  'user.send-again',
  'user.reset-two-factor',
  'user.change-email',
  'user.sign-out',
  'user.suspend',
  'user.restore',
] as const;
export type HelpAction = (typeof HELP_ACTIONS)[number];

/** What a code is for. */
const CODE_KINDS = ['email_code', 'password_code', 'phone_code'] as const;

const time = z.iso.datetime();
const voterId = z.object({ id: z.uuid() });
const CHANGES = ['console.not_found', 'console.changed'] as const;

/** A masked name, address and number; null where there is none. */
const masked = { name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() };

const foundVoterSchema = z.object({
  id: z.uuid(),
  ...masked,
  /** What the search matched. */
  matched: z.enum(['id', 'email', 'phone', 'name', 'social']),
  createdAt: time,
  erasedAt: time.nullable(),
  suspendedAt: time.nullable(),
  emailProven: z.boolean(),
  twoFactorReady: z.boolean(),
  /** A counter of attempts is full. A copy of the release before does not send it. */
  locked: z.boolean().default(false),
});
export type FoundVoter = z.output<typeof foundVoterSchema>;

export const findVoters = {
  method: 'GET',
  path: '/voters',
  summary:
    'Find voters by an id, the beginning of an address, a number or a word of the name, or a social account’s name',
  audience: 'voters.read',
  query: z.object({
    find: lineField().min(2, FIELD_MESSAGES.nameShort).max(254, FIELD_MESSAGES.findLong),
  }),
  /** At most 20 voters; `more` says whether others match, too. */
  reply: z.object({ voters: z.array(foundVoterSchema), more: z.boolean() }),
} as const satisfies ConsoleCall;

const voterSchema = z.object({
  id: z.uuid(),
  ...masked,
  language: z.string(),
  createdAt: time,
  erasedAt: time.nullable(),
  suspendedAt: time.nullable(),
  emailProvenAt: time.nullable(),
  /** `pending`: a secret was shown and not confirmed. */
  twoFactor: z.object({ readyAt: time.nullable(), pending: z.boolean(), backupCodesLeft: z.number().int() }),
  proofs: z.array(
    z.object({
      what: z.enum(['PHONE', ...SOCIAL_VERIFICATION_TYPES]),
      provenAt: time,
      withdrawnAt: time.nullable(),
    }),
  ),
  tries: z.array(
    z.object({
      what: z.enum(TRIES),
      count: z.number().int(),
      limit: z.number().int(),
      locked: z.boolean(),
      until: time,
    }),
  ),
  /** Open sessions and known devices. */
  open: z.object({ sessions: z.number().int(), devices: z.number().int() }),
  /** The newest 20 of each. */
  sessions: z.array(z.object({ startedAt: time, endsAt: time, twoFactor: z.boolean() })),
  devices: z.array(z.object({ knownSince: time, forgottenAt: time })),
  /** What was sent, the newest 20. */
  messages: z.array(
    z.object({
      id: z.uuid(),
      at: time,
      kind: z.enum(MESSAGE_KINDS),
      /** What it was for, like `email_code`. */
      purpose: z.string(),
      state: z.enum(MESSAGE_STATES),
      /** What the provider said at the last failure. */
      problem: z.string().nullable(),
      givenUp: z.enum(GIVEN_UP_REASONS).nullable(),
    }),
  ),
  /** What became of the codes, the newest 20. */
  codes: z.array(
    z.object({
      at: time,
      kind: z.enum(CODE_KINDS),
      state: z.enum(['open', 'used', 'spent', 'expired']),
      /** Wrong codes that were entered. */
      wrong: z.number().int(),
    }),
  ),
  /** The code by mail that can be sent again. */
  openCode: z.enum(['email_code', 'password_code']).nullable(),
  smsToday: z.number().int(),
  /** Attempts to verify a social account, the newest first. */
  attempts: z.array(
    z.object({ at: time, what: z.enum(SOCIAL_VERIFICATION_TYPES), status: z.enum(VERIFICATION_STATUSES) }),
  ),
  /** What the person did lately, as the server noted it, the newest first. */
  activity: z.array(z.object({ at: time, event: z.string() })),
  /** What the team did for the person, the newest first. A copy of the release before does not send it. */
  help: z
    .array(z.object({ at: time, action: z.enum(HELP_ACTIONS), by: z.string(), reason: z.string().nullable() }))
    .default([]),
});
export type VoterDetails = z.output<typeof voterSchema>;

export const readVoter = {
  method: 'GET',
  path: '/voters/:id',
  summary: 'What is known of a voter, masked; who reads it is recorded',
  audience: 'voters.read',
  params: voterId,
  reply: voterSchema,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const revealVoter = {
  method: 'POST',
  path: '/voters/:id/reveal',
  summary: 'Show a voter’s name, address and number in full',
  audience: 'voters.reveal',
  params: voterId,
  body: byReason,
  reply: success(z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() })),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

/** A change of one account, which answers without data. */
const changeOf = <const Path extends string>(path: Path, summary: string) =>
  ({
    ...step(z.uuid()),
    path: `/voters/:id/${path}`,
    summary,
    audience: 'voters.help',
    failures: CHANGES,
  }) as const satisfies ConsoleCall;

export const unlockVoter = changeOf('unlock', 'Forget the counted attempts of a voter');
export const resetTwoFactor = {
  ...changeOf('reset-two-factor', 'Remove two-factor; the next login sets it up again'),
  fresh: true,
} as const satisfies ConsoleCall;
export const changeVoterEmail = {
  ...changeOf('change-email', 'Give a voter another address, with a mail to both; sessions end, votes stay'),
  fresh: true,
  body: byReason.extend({ email: emailField }),
  failures: [...CHANGES, 'account.email_taken', 'account.disposable_email'],
} as const satisfies ConsoleCall;
export const signOutVoter = changeOf('sign-out', 'End every session and forget every device');
export const suspendVoter = changeOf('suspend', 'Block login and votes until the account is restored');
export const restoreVoter = changeOf('restore', 'Lift a suspension');

export const sendCodeAgain = {
  ...step(z.uuid()),
  path: '/voters/:id/send-again',
  summary: 'Send the open code by mail again: every request that waits for a code accepts it',
  audience: 'voters.help',
  failures: ['console.not_found', 'console.no_open_code', 'console.on_its_way'],
} as const satisfies ConsoleCall;

export const eraseVoter = {
  method: 'POST',
  path: '/voters/:id/erase',
  summary: 'Erase a voter’s personal data for good; the votes stay',
  audience: 'voters.erase',
  fresh: true,
  params: voterId,
  body: byReason,
  reply: success(z.object({ outcome: z.enum(['erased', 'deleted']) })),
  failures: ['console.not_found', 'console.changed'],
} as const satisfies ConsoleCall;
