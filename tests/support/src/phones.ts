import { randomInt } from 'node:crypto';
import type { Voter } from '@laurel/api/rehearsal/voters';
import type { LightMyRequestResponse } from 'fastify';
import type { CallOptions, TestApi } from './harness.ts';
import { latestCode, messagesTo } from './inbox.ts';
import { createVoters } from './voters.ts';

/** A random Ukrainian mobile number. */
export const newNumber = (): string => `+38067${String(randomInt(10_000_000)).padStart(7, '0')}`;

export type PhoneOwner = Voter & { phoneNumber: string };

/**
 * Voters with a fresh second factor and without a verified phone.
 * @param numberOf the phone numbers; random by default
 */
export const phoneOwners = async (api: TestApi, count: number, numberOf = newNumber): Promise<PhoneOwner[]> => {
  const { tokens, db } = api.deps;
  const now = api.clock.now();
  const voters = await createVoters({ migrateUrl: api.migrateUrl, tokens, now, count, phone: false });
  return Promise.all(
    voters.map(async (voter) => {
      const phoneNumber = numberOf();
      await db.account.update({ where: { id: voter.accountId }, data: { phoneNumber } });
      return { ...voter, phoneNumber };
    }),
  );
};

export const phoneOwner = async (api: TestApi, phoneNumber = newNumber()): Promise<PhoneOwner> => {
  const [owner] = await phoneOwners(api, 1, () => phoneNumber);
  if (!owner) throw new Error('no person was created');
  return owner;
};

/** Requests a code by SMS. */
export const askForSms = (
  api: TestApi,
  { token }: { token: string },
  body: object = {},
  options: CallOptions = {},
): Promise<LightMyRequestResponse> => api.post('/users/request-phone-verify', body, { token, ...options });

export const confirmPhone = (
  api: TestApi,
  { token }: { token: string },
  body: { requestKey: string; code: string },
  options: CallOptions = {},
): Promise<LightMyRequestResponse> => api.post('/users/confirm-phone-verify', body, { token, ...options });

/** The text messages to a number, newest first. */
export const smsTo = async ({ deps }: TestApi, phoneNumber: string): Promise<string[]> =>
  (await messagesTo(deps, phoneNumber)).map(({ text }) => text);

/** The code in the newest text message to a number. */
export const textedCode = ({ deps }: TestApi, phoneNumber: string): Promise<string> => latestCode(deps, phoneNumber);
