import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../languages.ts';
import { byReason, type ConsoleCall, reasonSchema, step } from '../call.ts';
import { ROLES } from '../permissions.ts';
import { optionalMailField } from '../texts.ts';
import { passkeySchema, personNameSchema, sessionSchema } from './session.ts';

const byId = z.object({ id: z.uuid() });

/** A link that is shown once; the server keeps only its hash. */
const invitationLink = z.object({ link: z.url(), expiresAt: z.iso.datetime() });

export const readTeam = {
  method: 'GET',
  path: '/team',
  summary: 'People, roles, passkeys, sessions and open invitations',
  audience: 'team.read',
  reply: z.object({
    members: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        role: z.enum(ROLES),
        joinedAt: z.iso.datetime(),
        invitedBy: z.string(),
      }),
    ),
    passkeys: z.array(passkeySchema),
    sessions: z.array(sessionSchema),
    invitations: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        role: z.enum(ROLES),
        invitedBy: z.string(),
        expiresAt: z.iso.datetime(),
        /** For a person who lost their passkeys. */
        replaces: z.boolean(),
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const invite = {
  method: 'POST',
  path: '/team/invitations',
  summary:
    'Invite somebody: a link that works once, for 24 hours; it is also mailed to an address, which is kept only until it is sent',
  audience: 'team.change',
  fresh: true,
  body: z.object({
    name: personNameSchema,
    role: z.enum(ROLES),
    /** Empty: no mail. */
    email: optionalMailField,
    /** The language of the mail. */
    language: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE),
    reason: reasonSchema,
  }),
  created: true,
  reply: success(invitationLink),
  failures: ['console.name_taken'],
} as const satisfies ConsoleCall;

export const revokeInvitation = {
  ...step(z.uuid()),
  path: '/team/invitations/:id/revoke',
  summary: 'Revoke an open invitation',
  audience: 'team.change',
  fresh: true,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const changeRole = {
  method: 'POST',
  path: '/team/:id/role',
  summary: 'Change a person’s role; it counts from the next request',
  audience: 'team.change',
  fresh: true,
  params: byId,
  body: z.object({ role: z.enum(ROLES), reason: reasonSchema }),
  reply: done,
  failures: ['console.not_found', 'console.last_owner'],
} as const satisfies ConsoleCall;

export const removeMember = {
  ...step(z.uuid()),
  path: '/team/:id/remove',
  summary: 'Remove a person: their passkeys and sessions end',
  audience: 'team.change',
  fresh: true,
  failures: ['console.not_found', 'console.last_owner'],
} as const satisfies ConsoleCall;

export const replacePasskeys = {
  method: 'POST',
  path: '/team/:id/passkeys/replace',
  summary: 'Help somebody who lost their passkeys: a link for a new one, which ends the old ones when it is used',
  audience: 'team.change',
  fresh: true,
  params: byId,
  body: byReason,
  created: true,
  reply: success(invitationLink),
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const endSession = {
  ...step(z.uuid()),
  path: '/team/sessions/:id/end',
  summary: 'End a session of somebody',
  audience: 'team.change',
  fresh: true,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
