import { APP_VERSION } from '@laurel/contracts/limits';
import { userSchema } from '@laurel/contracts/records';
import { twoFactorSetupSchema } from '@laurel/contracts/storage';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { createVoterClient, type VoterClient } from '../journey/client.ts';
import { newPerson, type Person } from './person.ts';
import { appCodeAt, timeAt } from './voter.ts';

/** A user with a confirmed email and a linked app, logged in with the API calls of the page. */
export type Member = {
  readonly person: Person;
  readonly client: VoterClient;
  readonly token: string;
  readonly user: z.output<typeof userSchema>;
  readonly secret: string;
  readonly backupCodes: readonly string[];
};

const registered = z.object({ data: z.object({ code: z.string() }) });
const verified = z.object({ data: twoFactorSetupSchema });
const linked = z.object({ data: z.object({ token: z.string(), user: userSchema, backupCodes: z.array(z.string()) }) });

export const newMember = async (origin: string, name: string): Promise<Member> => {
  const client = createVoterClient(origin);
  const person = newPerson(name);
  const since = new Date((await timeAt(origin)).getTime() - 1_000);
  const post = async <T extends z.ZodType>(path: string, body: unknown, schema: T): Promise<z.output<T>> =>
    schema.parse((await client.call('POST', path, body)).body);

  const requestId = (await post('/users/register', person, registered)).data.code;
  const code = await client.codeSentTo(person.email, since);
  const { requestKey, qrCode } = (await post('/users/verify-email', { requestId, code }, verified)).data;
  const secret = new URL(qrCode).searchParams.get('secret') ?? '';
  const otpCode = await appCodeAt(origin, secret);
  const { token, user, backupCodes } = (await post('/users/verify-otp', { requestKey, otpCode }, linked)).data;
  client.signIn(token);
  return { person, client, token, user, secret, backupCodes };
};

/** Opens the page as a member who has logged in here before, with other `stored` data. */
export const enter = async (
  page: Page,
  { token, user }: Pick<Member, 'token' | 'user'>,
  stored: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await page.goto('/');
  const kept = { currentUser: JSON.stringify(user), authToken: token, appVersion: APP_VERSION, ...stored };
  await page.evaluate((values) => Object.assign(localStorage, values), kept);
  await page.reload();
};
