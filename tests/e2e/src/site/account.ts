import type { Vote } from '@laurel/contracts/records';
import { STORAGE_KEYS } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { verifyPhone } from '../journey/journey.ts';
import { type Member, newMember } from './member.ts';

const link = z.object({ data: z.object({ code: z.string() }) });

/** Asks for a link to the bot; its code is the event. */
const askTelegram = async ({ client }: Member): Promise<string> =>
  link.parse((await client.call('GET', '/users/verification/telegram-link')).body).data.code;

/** A member, with a confirmed phone or social account as well. */
export const openAccount = async (origin: string, has: { phone?: boolean; social?: boolean }): Promise<Member> => {
  const member = await newMember(origin, 'Ada Lovelace');
  const { client, person } = member;
  if (has.phone) await verifyPhone(client, person.phoneNumber, () => undefined);
  if (has.social) await client.joinTelegram(await askTelegram(member));
  return member;
};

/** Votes as a new voter, with the API calls of the page. */
export const castVote = async (origin: string, vote: Vote): Promise<void> => {
  const { client } = await openAccount(origin, { phone: true, social: true });
  const { status, body } = await client.call('POST', '/vote', vote);
  if (status !== 201) throw new Error(`the vote was not taken: ${status} ${JSON.stringify(body)}`);
};

/** The value that the browser stores under a key. */
export const kept = (page: Page, key: keyof typeof STORAGE_KEYS): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), STORAGE_KEYS[key]);
