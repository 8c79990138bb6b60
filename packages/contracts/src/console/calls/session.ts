import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { HIDDEN } from '../../hidden.ts';
import { inEachLanguage } from '../../languages.ts';
import { webauthnJson } from '../../webauthn.ts';
import type { ConsoleCall } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { ACTIONS, ROLES } from '../permissions.ts';

const NAME = new RegExp(String.raw`^[^@<>()"\\\p{Cc}\p{Cf}\p{Cs}${HIDDEN}]*$`, 'u');

/** A name of a person or a passkey. */
export const shortNameSchema = z
  .string()
  .normalize('NFKC')
  .trim()
  .min(2, FIELD_MESSAGES.nameShort)
  .max(60, FIELD_MESSAGES.nameLong)
  .regex(NAME, FIELD_MESSAGES.nameCharacters);

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** A name of a person: letters of two of these alphabets look the same, and a name must not look like another one. */
export const personNameSchema = shortNameSchema.refine(
  (name) => SCRIPTS.filter((script) => script.test(name)).length <= 1,
  FIELD_MESSAGES.nameScripts,
);

const invitationToken = z.string().regex(/^[\w-]{43}$/, FIELD_MESSAGES.linkIncomplete);

export const personSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(ROLES),
  /** What the role allows. */
  actions: z.array(z.enum(ACTIONS)),
  passkeys: z.number().int(),
  signedInAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type Person = z.output<typeof personSchema>;

/** The name of the award in each language. */
const awardName = z.object(inEachLanguage(() => z.string()));

/** What the console's shell shows around every screen. */
export const readMe = {
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in, and what waits for a decision',
  audience: 'signed-in',
  reply: z.object({
    person: personSchema,
    award: z.object({ name: awardName, year: z.number().int(), publicUrl: z.string() }),
    waiting: z.object({
      reviews: z.number().int(),
      /** Exclusions that can be decided or applied, or undone by a second person. */
      exclusions: z.number().int(),
      /** Objections without an answer. A copy of the release before counts them with the exclusions. */
      objections: z.number().int().default(0),
      messages: z.number().int(),
      /** Open groups that look like no honest crowd. A copy of the release before does not send it. */
      clusters: z.number().int().default(0),
      /** Moves of the phases that somebody else proposed. A copy of the release before does not send it. */
      phases: z.number().int().default(0),
      /** Drafts that somebody else proposed. A copy of the release before does not send it. */
      edition: z.number().int().default(0),
      /** Candidates that nobody decided about. Only if the edition has nominating. */
      entries: z.number().int().optional(),
    }),
  }),
} as const satisfies ConsoleCall;

export const signInOptions = {
  method: 'POST',
  path: '/sign-in/options',
  summary: 'Start to sign in, or to confirm an action: the request for a passkey',
  audience: 'anyone',
  body: z.object({}),
  reply: success(z.object({ options: webauthnJson })),
} as const satisfies ConsoleCall;

export const signIn = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Sign in with a passkey',
  audience: 'anyone',
  body: z.object({ passkey: webauthnJson }),
  reply: done,
  failures: ['console.passkey_refused', 'console.challenge_expired'],
} as const satisfies ConsoleCall;

export const confirm = {
  method: 'POST',
  path: '/confirm',
  summary: 'Use the passkey again, for calls that need a fresh one',
  audience: 'signed-in',
  body: z.object({ passkey: webauthnJson }),
  reply: done,
  failures: ['console.passkey_refused', 'console.challenge_expired'],
} as const satisfies ConsoleCall;

export const signOut = {
  method: 'POST',
  path: '/sign-out',
  summary: 'End this session',
  audience: 'signed-in',
  body: z.object({}),
  reply: done,
} as const satisfies ConsoleCall;

export const invitationOptions = {
  method: 'POST',
  path: '/invitation/options',
  summary: 'Open an invitation: whom it is for, and the request to make a passkey',
  audience: 'anyone',
  body: z.object({ token: invitationToken }),
  reply: success(
    z.object({
      name: z.string(),
      role: z.enum(ROLES),
      invitedBy: z.string(),
      award: awardName,
      options: webauthnJson,
    }),
  ),
  failures: ['console.invitation_invalid'],
} as const satisfies ConsoleCall;

export const acceptInvitation = {
  method: 'POST',
  path: '/invitation',
  summary: 'Accept an invitation with a new passkey, and sign in',
  audience: 'anyone',
  body: z.object({ token: invitationToken, passkey: webauthnJson, label: shortNameSchema }),
  created: true,
  reply: done,
  failures: [
    'console.invitation_invalid',
    'console.challenge_expired',
    'console.passkey_refused',
    'console.passkey_known',
    'console.name_taken',
  ],
} as const satisfies ConsoleCall;

export const passkeyOptions = {
  method: 'POST',
  path: '/passkeys/options',
  summary: 'Start to add a passkey to your account',
  audience: 'signed-in',
  fresh: true,
  body: z.object({}),
  reply: success(z.object({ options: webauthnJson })),
} as const satisfies ConsoleCall;

export const addPasskey = {
  method: 'POST',
  path: '/passkeys',
  summary: 'Add a passkey to your account',
  audience: 'signed-in',
  fresh: true,
  body: z.object({ passkey: webauthnJson, label: shortNameSchema }),
  created: true,
  reply: done,
  failures: ['console.challenge_expired', 'console.passkey_refused', 'console.passkey_known'],
} as const satisfies ConsoleCall;

export const removePasskey = {
  method: 'POST',
  path: '/passkeys/:id/remove',
  summary: 'Remove one of your passkeys',
  audience: 'signed-in',
  fresh: true,
  params: z.object({ id: z.uuid() }),
  body: z.object({}),
  reply: done,
  failures: ['console.not_found', 'console.last_passkey'],
} as const satisfies ConsoleCall;

export const sessionSchema = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** /24 or /48. */
  network: z.string(),
  browser: z.string(),
  current: z.boolean(),
});
export const passkeySchema = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  label: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Whether the passkey is copied to the person's other devices. */
  synced: z.boolean(),
});

export const readMine = {
  method: 'GET',
  path: '/mine',
  summary: 'Your passkeys and sessions',
  audience: 'signed-in',
  reply: z.object({ passkeys: z.array(passkeySchema), sessions: z.array(sessionSchema) }),
} as const satisfies ConsoleCall;

export const endMySession = {
  method: 'POST',
  path: '/mine/sessions/:id/end',
  summary: 'End one of your sessions',
  audience: 'signed-in',
  params: z.object({ id: z.uuid() }),
  body: z.object({}),
  reply: done,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
