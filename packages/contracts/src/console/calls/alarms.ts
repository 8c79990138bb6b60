import { z } from 'zod';
import { done } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import type { ConsoleCall } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';

/** The address of the mails; empty for none. */
const to = z
  .string()
  .trim()
  .max(254)
  .refine((text) => text === '' || z.email().safeParse(text).success, FIELD_MESSAGES.ownMail);

export const readAlarm = {
  method: 'GET',
  path: '/mine/alarm',
  summary: 'Where you are told of suspicious votes',
  audience: 'exclusions.read',
  reply: z.object({ to: z.string() }),
} as const satisfies ConsoleCall;

export const setAlarm = {
  method: 'POST',
  path: '/mine/alarm',
  summary: 'Be told of suspicious votes by mail; without an address no longer',
  audience: 'exclusions.read',
  fresh: true,
  body: z.object({ to, language: z.enum(LANGUAGES) }),
  reply: done,
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
