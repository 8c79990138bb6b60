import { z } from 'zod';
import { success } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import { type ConsoleCall, reasonSchema, rowIdSchema, step } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { HOOK_EVENT_NAMES, HOOK_TYPES } from '../hook-events.ts';
import { type Action, ROLES } from '../permissions.ts';
import { shortNameSchema } from './session.ts';

/** What a key of the API may read: the data of these screens, each named as its actions begin. */
export const TOKEN_SCOPES = [
  'tonight',
  'results',
  'reviews',
  'voters',
  'messages',
  'phases',
  'edition',
  'exclusions',
  'audit',
  'team',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** A host with a name: its last label begins with a letter, so it is no address, however that is written. */
const NAMED_HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/;

/** Whether a text is an https address that a webhook may have. Where its name leads is checked when it is called. */
const isWebhook = (text: string): boolean => {
  // URL() would leave out spaces and control characters.
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && NAMED_HOST.test(url.hostname) && url.username + url.password === '';
};

const time = z.iso.datetime();
const events = z.array(z.enum(HOOK_EVENT_NAMES)).min(1, FIELD_MESSAGES.chooseOne);
const scopes = z.array(z.enum(TOKEN_SCOPES)).min(1, FIELD_MESSAGES.chooseOne);

/** What became of a call: it waits for its first or next try, was accepted, or was given up. */
export const DELIVERY_STATES = ['waiting', 'failing', 'accepted', 'given_up'] as const;

export const readIntegrations = {
  method: 'GET',
  path: '/integrations',
  summary: 'The webhooks, their last thirty calls, and the keys that read the API',
  audience: 'integrations.change',
  reply: z.object({
    hooks: z.array(
      z.object({
        ...{ id: z.int(), url: z.string(), events, language: z.enum(LANGUAGES), addedBy: z.string(), addedAt: time },
        /** Since when it accepted nothing, and when it was switched off for that. */
        ...{ failingSince: time.nullable(), offAt: time.nullable() },
      }),
    ),
    deliveries: z.array(
      z.object({
        ...{ id: z.int(), hook: z.int(), type: z.enum(HOOK_TYPES), at: time, tries: z.int() },
        ...{ state: z.enum(DELIVERY_STATES), problem: z.string().nullable() },
      }),
    ),
    tokens: z.array(
      z.object({
        ...{ id: z.uuid(), name: z.string(), role: z.enum(ROLES), scopes },
        ...{ madeBy: z.string(), madeAt: time, lastUsedAt: time.nullable() },
      }),
    ),
  }),
} as const satisfies ConsoleCall;

export const addHook = {
  method: 'POST',
  path: '/integrations/hooks',
  summary: 'Have an address told of events; the answer has the key that signs the calls, once',
  audience: 'integrations.change',
  fresh: true,
  body: z.object({
    url: z.string().trim().max(500, FIELD_MESSAGES.reasonLong).refine(isWebhook, FIELD_MESSAGES.webhook),
    events,
    language: z.enum(LANGUAGES),
    reason: reasonSchema,
  }),
  created: true,
  reply: success(z.object({ secret: z.string() })),
} as const satisfies ConsoleCall;

export const addToken = {
  method: 'POST',
  path: '/integrations/tokens',
  summary: 'Make a key that reads, with a role, the data of some screens; it is shown once',
  audience: 'team.change',
  fresh: true,
  body: z.object({ name: shortNameSchema, role: z.enum(ROLES), scopes, reason: reasonSchema }),
  created: true,
  reply: success(z.object({ secret: z.string() })),
} as const satisfies ConsoleCall;

/** A change of something that has an id. */
const change = <const Path extends string, const Audience extends Action, Id extends z.ZodType>(
  path: Path,
  audience: Audience,
  id: Id,
  summary: string,
) => ({
  ...step(id),
  ...({ path, summary, audience, fresh: true, failures: ['console.not_found'] } as const),
});

export const removeHook = change(
  '/integrations/hooks/:id/remove',
  'integrations.change',
  rowIdSchema,
  'Remove a webhook with its calls',
);
export const sendAgain = change(
  '/integrations/deliveries/:id/send-again',
  'integrations.change',
  rowIdSchema,
  'Send a call again, within a minute, with the same webhook-id; a webhook that was switched off is on again',
);
export const revokeToken = change(
  '/integrations/tokens/:id/revoke',
  'team.change',
  z.uuid(),
  'Revoke a key; its next call is refused',
);
