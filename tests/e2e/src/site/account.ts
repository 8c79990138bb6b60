import { randomInt } from 'node:crypto';
import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Reply } from '../journey/client.ts';
import { type Member, newMember } from './member.ts';

const SLACK_MS = 1_000;

const code = z.object({ data: z.object({ code: z.string() }) });

const dataOf = <T extends z.ZodType>(reply: Reply, schema: T): z.output<T> => {
  const parsed = schema.safeParse(reply.body);
  if (!parsed.success) throw new Error(`unexpected ${reply.status}: ${JSON.stringify(reply.body)}`);
  return parsed.data;
};

/** Confirms the account's phone number. */
const confirmPhone = async ({ client, person }: Member): Promise<void> => {
  const since = new Date(Date.now() - SLACK_MS);
  const requestKey = dataOf(await client.call('POST', '/users/request-phone-verify', {}), code).data.code;
  const sms = await client.codeSentTo(person.phoneNumber, since);
  const body = { requestKey, code: sms };
  dataOf(await client.call('POST', '/users/confirm-phone-verify', body), z.object({ success: z.literal(true) }));
};

/** Asks for a link to the bot; its code is the event. */
export const askTelegram = async ({ client }: Member): Promise<string> =>
  dataOf(await client.call('GET', '/users/verification/telegram-link'), code).data.code;

/** Opens the link of a verification in the bot and confirms it. */
const confirmInTelegram = async ({ client }: Member, eventId: string): Promise<void> => {
  const body = { code: eventId, telegramUserId: randomInt(1, 2 ** 40), member: true };
  dataOf(await client.call('POST', '/dev/telegram', body), z.unknown());
};

/** A member, with a confirmed phone or social account as well. */
export const openAccount = async (origin: string, has: { phone?: boolean; social?: boolean }): Promise<Member> => {
  const member = await newMember(origin, 'Ada Lovelace');
  if (has.phone) await confirmPhone(member);
  if (has.social) await confirmInTelegram(member, await askTelegram(member));
  return member;
};

/** The value that the browser stores under a key. */
export const kept = (page: Page, key: keyof typeof STORAGE_KEYS): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), STORAGE_KEYS[key]);
