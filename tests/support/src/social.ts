import { randomBytes, randomInt } from 'node:crypto';
import type { Voter } from '@laurel/api/rehearsal/voters';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { TestApi } from './harness.ts';
import { messagesTo } from './inbox.ts';
import { createVoters } from './voters.ts';

/** Voters with everything verified but a social account. */
export const newcomers = (api: TestApi, count: number): Promise<Voter[]> =>
  createVoters({
    migrateUrl: api.migrateUrl,
    tokens: api.deps.tokens,
    now: api.clock.now(),
    count,
    social: false,
  });

export const newcomer = async (api: TestApi): Promise<Voter> => {
  const [voter] = await newcomers(api, 1);
  if (!voter) throw new Error('no person was created');
  return voter;
};

/** A random Instagram name. */
export const newTag = (): string => `ada.${randomBytes(5).toString('hex')}`;
/** Meta's id of an Instagram account: a random one, and one derived from a name. */
export const newSenderId = (): string => `1784${String(randomInt(281_474_976_710_655)).padStart(15, '0')}`;
export const senderIdOf = (username: string): string => BigInt(`0x${Buffer.from(username).toString('hex')}`).toString();
export const newTelegramId = (): string => String(randomInt(1_000_000, 281_474_976_710_655));

export const submitTag = (api: TestApi, { token }: Voter, tag: unknown): Promise<LightMyRequestResponse> =>
  api.post('/users/verification', { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag }, { token });

const submitted = z.object({
  success: z.literal(true),
  data: z.object({ identifier: z.string(), proofCode: z.string() }),
});
/** Submits a name and returns the event id and the code to send. */
export const submission = async (api: TestApi, voter: Voter, tag = newTag()) =>
  submitted.parse((await submitTag(api, voter, tag)).json()).data;

const linked = z.object({
  success: z.literal(true),
  data: z.object({ code: z.string(), link: z.string(), expiresAt: z.iso.datetime() }),
});
/** Requests a link to the bot. */
export const telegramLinkOf = async (api: TestApi, { token }: Voter) =>
  linked.parse((await api.get('/users/verification/telegram-link', { token })).json()).data;

const logs = z.object({
  success: z.literal(true),
  data: z.array(z.object({ verificationStatus: z.string(), createdAt: z.iso.datetime() })),
});
/** The statuses in a verification's log, oldest first. */
export const logOf = async (api: TestApi, { token }: Voter, eventId: string): Promise<string[]> =>
  logs
    .parse((await api.get(`/users/logs/${eventId}`, { token })).json())
    .data.map(({ verificationStatus }) => verificationStatus);

const info = z.object({
  data: z.object({ verifications: z.array(z.object({ type: z.string(), verified: z.boolean() })) }),
});
/** Whether a user is verified by this network. */
export const isVerified = async (
  api: TestApi,
  { token }: Voter,
  type: 'INSTAGRAM_SUBSCRIPTION' | 'TELEGRAM_SUBSCRIPTION',
): Promise<boolean> =>
  info
    .parse((await api.get('/users/info', { token })).json())
    .data.verifications.some((each) => each.type === type && each.verified);

/** Opens a link and confirms as the user of the bot, and returns the outcome of the last step. */
export const playTelegram = (
  api: TestApi,
  play: { code: string; telegramUserId: string; member?: boolean },
): Promise<string> => api.deps.playTelegram({ member: true, ...play }, api.clock.now());

/** The number of each outcome. */
export const tally = (outcomes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

/** The mails to a voter, newest first. */
export const mailsToVoter = async ({ deps }: TestApi, { accountId }: Pick<Voter, 'accountId'>) => {
  const { email } = await deps.db.account.findUniqueOrThrow({ where: { id: accountId } });
  return messagesTo(deps, email ?? '');
};
