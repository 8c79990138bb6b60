import { z } from 'zod';

/** One message in the development inbox, newest first in /dev/inbox.json. */
export const inboxMessageSchema = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type InboxMessage = z.output<typeof inboxMessageSchema>;
