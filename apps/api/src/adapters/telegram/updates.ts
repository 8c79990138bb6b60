import type { Update } from 'grammy/types';
import { z } from 'zod';

/** The kinds of updates. Changes of membership are delivered only if they are requested explicitly. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'chat_member'] as const satisfies (keyof Update)[];

const updateSchema = z.looseObject({ update_id: z.int().nonnegative() });

/** Whether a value has the number of an update; all other parts are optional in the Bot API. */
export const isUpdate = (value: unknown): value is Update => updateSchema.safeParse(value).success;

/** The user of an update. Updates of one user are handled in order, those of different users concurrently. */
export const personOf = (update: Update): string | undefined => {
  const person =
    update.chat_member?.new_chat_member?.user?.id ?? update.callback_query?.from?.id ?? update.message?.from?.id;
  return person === undefined ? undefined : String(person);
};
