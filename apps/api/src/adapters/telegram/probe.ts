import { z } from 'zod';
import { ProbeError, probe } from '../probe.ts';
import { channelOf } from './membership.ts';

const botSchema = z.object({ result: z.object({ id: z.int(), username: z.string() }) });
const memberSchema = z.object({ result: z.object({ status: z.string() }) });
const failureSchema = z.object({ description: z.string() });

/** Reads the bot and its rights in the channel from Telegram. @throws ProbeError */
export const probeTelegram = async (bot: { token: string; channel: string; apiRoot: string }): Promise<string> => {
  const root = `${bot.apiRoot.replace(/\/+$/, '')}/bot${bot.token}`;
  const refusal = (status: number, body: unknown): string =>
    `${status} ${failureSchema.safeParse(body).data?.description ?? ''}`.trim();

  const me = await probe(`${root}/getMe`);
  const known = botSchema.safeParse(me.body).data?.result;
  if (!known) throw new ProbeError(`Telegram does not know the bot: ${refusal(me.status, me.body)}`);
  const { chatId } = channelOf(bot.channel, () => '');
  const query = new URLSearchParams({ chat_id: chatId, user_id: String(known.id) });
  const member = await probe(`${root}/getChatMember?${query}`);
  const status = memberSchema.safeParse(member.body).data?.result.status;
  if (!status) {
    throw new ProbeError(`@${known.username} can't look into ${chatId}: ${refusal(member.status, member.body)}`);
  }
  if (status !== 'administrator' && status !== 'creator') {
    throw new ProbeError(`@${known.username} is not an administrator of ${chatId} (${status})`);
  }
  return `@${known.username} is an administrator of ${chatId}`;
};
