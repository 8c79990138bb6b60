import { z } from 'zod';
import { PHONE_CHANNELS } from './verification.ts';

/** One message in the development inbox, newest first in /dev/inbox.json. */
export const inboxMessageSchema = z.object({
  id: z.string(),
  channel: z.enum(['email', ...PHONE_CHANNELS]),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type InboxMessage = z.output<typeof inboxMessageSchema>;
