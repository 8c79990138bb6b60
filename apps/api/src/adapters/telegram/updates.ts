import type { Update } from 'grammy/types';
import { z } from 'zod';

/** What the bot hears of. Changes of membership come only where they are asked for by name. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'chat_member'] as const satisfies (keyof Update)[];

const updateSchema = z.looseObject({ update_id: z.int().nonnegative() });

/** Whether something is an update as far as its number; every other part is optional in the Bot API. */
export const isUpdate = (value: unknown): value is Update => updateSchema.safeParse(value).success;

/** Whose update it is: one person's updates are worked through in order, everybody else's beside them. */
export const personOf = (update: Update): string | undefined => {
  const person =
    update.chat_member?.new_chat_member?.user?.id ?? update.callback_query?.from?.id ?? update.message?.from?.id;
  return person === undefined ? undefined : String(person);
};
