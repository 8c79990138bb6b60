import { randomInt } from 'node:crypto';
import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { createVoterClient, type Reply, type VoterClient } from '../journey/client.ts';
import { newPerson, type Person } from './person.ts';
import { appCodeAt } from './voter.ts';

/** An account made without a page, for what is about a page that has one. */
export type Account = {
  readonly person: Person;
  readonly token: string;
  /** What the authenticator app was given. */
  readonly secret: string;
  /** Speaks for the account, beside the page. */
  readonly client: VoterClient;
};

const SLACK_MS = 1_000;

const code = z.object({ data: z.object({ code: z.string() }) });
const setup = z.object({ data: z.object({ requestKey: z.string(), qrCode: z.string() }) });
const session = z.object({ data: z.object({ token: z.string() }) });

const dataOf = <T extends z.ZodType>(reply: Reply, schema: T): z.output<T> => {
  const parsed = schema.safeParse(reply.body);
  if (!parsed.success) throw new Error(`unexpected ${reply.status}: ${JSON.stringify(reply.body)}`);
  return parsed.data;
};

/** Confirms the account's phone number. */
const confirmPhone = async ({ client, person }: Account): Promise<void> => {
  const since = new Date(Date.now() - SLACK_MS);
  const requestKey = dataOf(await client.call('POST', '/users/request-phone-verify', {}), code).data.code;
  const sms = await client.codeSentTo(person.phoneNumber, since);
  const body = { requestKey, code: sms };
  dataOf(await client.call('POST', '/users/confirm-phone-verify', body), z.object({ success: z.literal(true) }));
};

/** Asks for a link to the bot; its code is the event. */
export const askTelegram = async ({ client }: Account): Promise<string> =>
  dataOf(await client.call('GET', '/users/verification/telegram-link'), code).data.code;

/** Does in the bot what its link leads to. */
export const confirmInTelegram = async ({ client }: Account, eventId: string, member = true): Promise<void> => {
  const body = { code: eventId, telegramUserId: randomInt(1, 2 ** 40), member };
  dataOf(await client.call('POST', '/dev/telegram', body), z.unknown());
};

/** Opens an account with a confirmed mailbox and an authenticator; `phone` and `social` confirm these too. */
export const openAccount = async (origin: string, has: { phone?: boolean; social?: boolean }): Promise<Account> => {
  const client = createVoterClient(origin);
  const person = newPerson('Ada Lovelace');
  const since = new Date(Date.now() - SLACK_MS);
  const { name, email, password, phoneNumber } = person;
  const registered = await client.call('POST', '/users/register', { name, email, password, phoneNumber });
  const requestId = dataOf(registered, code).data.code;
  const mail = { requestId, code: await client.codeSentTo(email, since) };
  const { qrCode, requestKey } = dataOf(await client.call('POST', '/users/verify-email', mail), setup).data;
  const secret = new URL(qrCode).searchParams.get('secret') ?? '';
  const proof = { requestKey, otpCode: await appCodeAt(origin, secret) };
  const { token } = dataOf(await client.call('POST', '/users/verify-otp', proof), session).data;
  client.signIn(token);
  const account = { person, token, secret, client };
  if (has.phone) await confirmPhone(account);
  if (has.social) await confirmInTelegram(account, await askTelegram(account));
  return account;
};

/** Opens the page as somebody who logged in here before. */
export const enterAs = async (
  page: Page,
  { person, token }: Account,
  stored: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await page.goto('/');
  const { name, email, phoneNumber } = person;
  const values = {
    [STORAGE_KEYS.currentUser]: JSON.stringify({ name, email, phoneNumber }),
    [STORAGE_KEYS.authToken]: token,
    ...stored,
  };
  await page.evaluate((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, values);
  await page.reload();
};

/** What the browser keeps under a key. */
export const kept = (page: Page, key: keyof typeof STORAGE_KEYS): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), STORAGE_KEYS[key]);
