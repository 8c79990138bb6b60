import type { Update } from 'grammy/types';
import { z } from 'zod';

/** What the bot hears of. Changes of membership come only where they are asked for by name. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'chat_member'] as const satisfies (keyof Update)[];

const updateSchema = z.looseObject({ update_id: z.int().nonnegative() });

/** Whether something is an update as far as its number; every other part is optional in the Bot API. */
export const isUpdate = (value: unknown): value is Update => updateSchema.safeParse(value).success;

/** Whose update it is: one person's updates are worked through in order, everybody else's beside them. */
const personOf = (update: Update): number | undefined =>
  update.chat_member?.new_chat_member?.user?.id ?? update.callback_query?.from?.id ?? update.message?.from?.id;

/** Runs work in turn for each person, and at once for different ones. */
export type Turns = <Result>(update: Update, work: () => Promise<Result>) => Promise<Result>;

/** Turns of this process; across processes there are none. */
export const createTurns = (): Turns => {
  const last = new Map<number, Promise<unknown>>();
  return async (update, work) => {
    const person = personOf(update);
    if (person === undefined) return work();
    const before = last.get(person) ?? Promise.resolve();
    const mine = before.catch(() => {}).then(work);
    last.set(person, mine);
    try {
      return await mine;
    } finally {
      if (last.get(person) === mine) last.delete(person);
    }
  };
};
