import { parseJson } from '@laurel/contracts/json';
import { z } from 'zod';

/** A text message to the organisers' account. */
export type DirectMessage = { id: string; senderId: string; text: string };

const notificationSchema = z.object({
  object: z.string(),
  entry: z.array(z.object({ id: z.coerce.string(), messaging: z.array(z.unknown()).optional() })),
});

/** One event. Reactions and receipts have no message; our own replies are delivered as echoes. */
const eventSchema = z.object({
  sender: z.object({ id: z.string().regex(/^\d{1,30}$/) }),
  message: z.object({
    mid: z.string().min(1).max(500),
    text: z.string().max(5_000),
    is_echo: z.boolean().optional(),
    is_deleted: z.boolean().optional(),
  }),
});

/**
 * Reads the messages of users in a notification, without its other events.
 * @returns undefined if the body is not a notification
 */
export const messagesIn = (body: Buffer): DirectMessage[] | undefined => {
  const notification = notificationSchema.safeParse(parseJson(body.toString())).data;
  if (!notification) return undefined;
  if (notification.object !== 'instagram') return [];
  return notification.entry.flatMap(({ id: account, messaging = [] }) =>
    messaging.flatMap((event) => {
      const { sender, message } = eventSchema.safeParse(event).data ?? {};
      if (!sender || !message || message.is_echo || message.is_deleted || sender.id === account) return [];
      return [{ id: message.mid, senderId: sender.id, text: message.text }];
    }),
  );
};
