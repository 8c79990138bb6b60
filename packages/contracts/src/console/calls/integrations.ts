import { z } from 'zod';
import { done, success } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import { type ConsoleCall, reasonSchema, rowIdSchema } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';
import { HOOK_EVENT_NAMES, HOOK_TYPES } from '../hook-events.ts';
import { ROLES } from '../permissions.ts';
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

/** A host with a name: its last label begins with a letter, so it is no address, however that is written. */
const NAMED_HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/;

/** Whether a text is an https address that a webhook may have. Where its name leads is checked when it is called. */
const isWebhook = (text: string): boolean => {
  // URL() would leave out spaces and control characters.
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && NAMED_HOST.test(url.hostname) && url.username + url.password === '';
};

const time = z.iso.datetime();
const byReason = z.object({ reason: reasonSchema });
const events = z.array(z.enum(HOOK_EVENT_NAMES)).min(1, FIELD_MESSAGES.chooseOne);
const scopes = z.array(z.enum(TOKEN_SCOPES)).min(1, FIELD_MESSAGES.chooseOne);
/** An id of a BIGINT column. */
const longId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** What became of a call: it waits for its first or next try, was accepted, or was given up. */
export const DELIVERY_STATES = ['waiting', 'failing', 'accepted', 'given_up'] as const;

export const readIntegrations = {
  method: 'GET',
  path: '/integrations',
  summary: 'The webhooks, their last hundred calls, and the keys that read the API',
  audience: 'integrations.change',
  reply: {
    status: 200,
    schema: z.object({
      hooks: z.array(
        z.object({
          id: z.int(),
          url: z.string(),
          events: z.array(z.enum(HOOK_EVENT_NAMES)),
          language: z.enum(LANGUAGES),
          addedBy: z.string(),
          addedAt: time,
          failingSince: time.nullable(),
          /** When it was switched off after days of failures. */
          offAt: time.nullable(),
        }),
      ),
      deliveries: z.array(
        z.object({
          id: z.int(),
          hook: z.int(),
          type: z.enum(HOOK_TYPES),
          at: time,
          state: z.enum(DELIVERY_STATES),
          tries: z.int(),
          triedAt: time.nullable(),
          dueAt: time.nullable(),
          problem: z.string().nullable(),
        }),
      ),
      tokens: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          role: z.enum(ROLES),
          scopes: z.array(z.enum(TOKEN_SCOPES)),
          madeBy: z.string(),
          madeAt: time,
          lastUsedAt: time.nullable(),
        }),
      ),
    }),
  },
  failures: [],
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
  reply: { status: 201, schema: success(z.object({ secret: z.string() })) },
  failures: [],
} as const satisfies ConsoleCall;

export const removeHook = {
  method: 'POST',
  path: '/integrations/hooks/:id/remove',
  summary: 'Remove a webhook with its calls',
  audience: 'integrations.change',
  fresh: true,
  params: z.object({ id: rowIdSchema }),
  body: byReason,
  reply: { status: 200, schema: done },
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const resumeHook = {
  method: 'POST',
  path: '/integrations/hooks/:id/resume',
  summary: 'Switch a webhook on again that failed for days; it gets what it missed',
  audience: 'integrations.change',
  params: z.object({ id: rowIdSchema }),
  body: byReason,
  reply: { status: 200, schema: done },
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const sendAgain = {
  method: 'POST',
  path: '/integrations/deliveries/:id/send-again',
  summary: 'Send a call again, within a minute, with the same webhook-id',
  audience: 'integrations.change',
  params: z.object({ id: longId }),
  body: byReason,
  reply: { status: 200, schema: done },
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;

export const addToken = {
  method: 'POST',
  path: '/integrations/tokens',
  summary: 'Make a key that reads, with a role, the data of some screens; it is shown once',
  audience: 'team.change',
  fresh: true,
  body: z.object({ name: shortNameSchema, role: z.enum(ROLES), scopes, reason: reasonSchema }),
  reply: { status: 201, schema: success(z.object({ token: z.string() })) },
  failures: [],
} as const satisfies ConsoleCall;

export const revokeToken = {
  method: 'POST',
  path: '/integrations/tokens/:id/revoke',
  summary: 'Revoke a key; its next call is refused',
  audience: 'team.change',
  fresh: true,
  params: z.object({ id: z.uuid() }),
  body: byReason,
  reply: { status: 200, schema: done },
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
