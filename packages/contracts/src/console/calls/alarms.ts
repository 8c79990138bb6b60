import { z } from 'zod';
import { done } from '../../envelope.ts';
import { LANGUAGES } from '../../languages.ts';
import type { ConsoleCall } from '../call.ts';
import { FIELD_MESSAGES } from '../field-messages.ts';

export const ALARM_CHANNELS = ['none', 'mail', 'webhook'] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

/** A host with a name: its last label begins with a letter, so it is no address, however that is written. */
const NAMED_HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]*$/;

/** Whether a text is an https address that a webhook may have. Where its name leads is checked when it is called. */
const isWebhook = (text: string): boolean => {
  // URL() would leave out spaces and control characters.
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && NAMED_HOST.test(url.hostname) && url.username + url.password === '';
};

/** `to` is the address of the mails or of the webhook. */
const alarm = z.object({ channel: z.enum(ALARM_CHANNELS), to: z.string().trim().max(500, FIELD_MESSAGES.alarmLong) });

export const readAlarm = {
  method: 'GET',
  path: '/mine/alarm',
  summary: 'How you are told of suspicious votes, and the key that signs the calls of your webhook',
  audience: 'exclusions.read',
  reply: { status: 200, schema: alarm.extend({ secret: z.string().nullable() }) },
  failures: [],
} as const satisfies ConsoleCall;

export const setAlarm = {
  method: 'POST',
  path: '/mine/alarm',
  summary: 'Be told of suspicious votes by mail or webhook, or no longer',
  audience: 'exclusions.read',
  fresh: true,
  body: alarm
    .extend({ language: z.enum(LANGUAGES) })
    .refine(({ channel, to }) => channel !== 'mail' || z.email().safeParse(to).success, {
      ...{ path: ['to'], message: FIELD_MESSAGES.ownMail },
    })
    .refine(({ channel, to }) => channel !== 'webhook' || isWebhook(to), {
      ...{ path: ['to'], message: FIELD_MESSAGES.webhook },
    })
    // The address of nothing is not stored.
    .transform((body) => (body.channel === 'none' ? { ...body, to: '' } : body)),
  reply: { status: 200, schema: done },
  failures: ['console.not_found'],
} as const satisfies ConsoleCall;
