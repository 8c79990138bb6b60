import { randomInt } from 'node:crypto';
import { inboxMessageSchema } from '@laurel/contracts/dev-inbox';
import { z } from 'zod';

/** A voter's channels outside the site: mailbox, phone and Telegram. */
export type Outside = {
  /** The six digits in the newest message to an address or number since a time; undefined without one. */
  findCode(to: string, since: Date): Promise<string | undefined>;
  /** Opens the bot's link as a member of the channel and confirms. */
  joinTelegram(code: string): Promise<void>;
};

/** The first six digits of a text. */
export const codeIn = (text: string): string | undefined => /\b\d{6}\b/.exec(text)?.[0];

/** The tools of a development instance, which simulate all external services. */
export const developmentTools = (origin: string): Outside => ({
  findCode: async (to, since) => {
    const messages = z.array(inboxMessageSchema).parse(await (await fetch(`${origin}/dev/inbox.json`)).json());
    const message = messages.find((each) => each.to === to && new Date(each.createdAt) >= since);
    return message && codeIn(message.text);
  },
  joinTelegram: async (code) => {
    const answer = await fetch(`${origin}/dev/telegram`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, telegramUserId: randomInt(1, 2 ** 40), member: true }),
    });
    if (answer.status !== 200) throw new Error(`Telegram could not be played: ${answer.status}`);
  },
});
