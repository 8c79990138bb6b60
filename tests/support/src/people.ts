import { randomBytes, randomInt } from 'node:crypto';
import type { Client } from '@laurel/api/http/client';
import type { LightMyRequestResponse } from 'fastify';
import { generateSync } from 'otplib';
import { z } from 'zod';
import type { CallOptions, TestApi } from './harness.ts';
import { latestCode } from './inbox.ts';

export type Person = { name: string; email: string; password: string; phoneNumber: string };

/** A person without an account. */
export const newPerson = (given: Partial<Person> = {}): Person => ({
  name: 'Ada Lovelace',
  email: `ada-${randomBytes(6).toString('hex')}@example.org`,
  password: 'Secret1!',
  phoneNumber: `+38067${String(randomInt(10_000_000)).padStart(7, '0')}`,
  ...given,
});

const failure = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: z.array(z.string()),
  data: z.record(z.string(), z.unknown()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

/** Parses the body of a response. The error for an unexpected one shows its status and body. */
const parseAnswer = <T>(schema: z.ZodType<T>, response: LightMyRequestResponse): T => {
  const parsed = schema.safeParse(response.json());
  if (parsed.success) return parsed.data;
  throw new Error(`unexpected answer ${response.statusCode} ${response.body}: ${z.prettifyError(parsed.error)}`);
};

/** The status, code and data of an error response. */
export const refusalOf = (response: LightMyRequestResponse) => ({
  status: response.statusCode,
  ...parseAnswer(failure, response),
});

const codeAnswer = z.object({ success: z.literal(true), data: z.object({ code: z.string() }) });
/** `data.code` of a successful response. */
export const handleOf = (response: LightMyRequestResponse): string => parseAnswer(codeAnswer, response).data.code;

const setupAnswer = z.object({
  data: z.object({ requestKey: z.string(), qrCode: z.string() }),
});
/** The setup data of a response, also of an error response. */
export const setupOf = (response: LightMyRequestResponse) => parseAnswer(setupAnswer, response).data;

const tokenAnswer = z.object({ data: z.object({ token: z.string() }) });
export const tokenOf = (response: LightMyRequestResponse): string => parseAnswer(tokenAnswer, response).data.token;

const cookieOf = (response: LightMyRequestResponse, wanted: string): string => {
  const cookie = response.cookies.find(({ name }) => name.endsWith(wanted));
  if (!cookie) throw new Error(`no cookie ${wanted} in the answer ${response.statusCode} ${response.body}`);
  return `${cookie.name}=${cookie.value}`;
};

/** The device cookie that a response sets, in the form of a request header. */
export const deviceCookieOf = (response: LightMyRequestResponse): string => cookieOf(response, 'laurel_device');

/** The cookie of a pending two-factor secret that a response sets, in the form of a request header. */
export const setupCookieOf = (response: LightMyRequestResponse): string => cookieOf(response, 'laurel_setup');

/** The mails to an address, newest first. */
export const mailsTo = async ({ deps }: TestApi, email: string) => {
  await deps.jobs.drain();
  return (deps.inbox?.list() ?? []).filter((each) => each.channel === 'email' && each.to === email);
};

/** The code in the newest mail to an address. */
export const mailedCode = ({ deps }: TestApi, email: string): Promise<string> => latestCode(deps, email);

/** A code that is not `code`. */
export const anotherCode = (code: string): string => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10));

/** The code of an authenticator app for a setup's QR code. */
export const authenticatorCode = (qrCode: string, now: Date): string =>
  generateSync({ secret: new URL(qrCode).searchParams.get('secret') ?? '', epoch: Math.floor(now.getTime() / 1000) });

/** Registers and returns the request id of the email code. */
export const register = async (api: TestApi, person: Person, options: CallOptions = {}): Promise<string> =>
  handleOf(await api.post('/users/register', person, options));

/** Registers, verifies the mailbox and returns the setup data. */
export const proveMailbox = async (api: TestApi, person: Person) => {
  const requestId = await register(api, person);
  const code = await mailedCode(api, person.email);
  const answer = await api.post('/users/verify-email', { requestId, code });
  return { ...setupOf(answer), setupCookie: setupCookieOf(answer) };
};

/** Requests a password reset and returns the request id and the mailed code. */
export const forgotPassword = async (api: TestApi, { email }: Pick<Person, 'email'>) => {
  const requestId = handleOf(await api.post('/users/forgot-password', { login: email }));
  return { requestId, code: await mailedCode(api, email) };
};

/** Resets the password with a mailed code and returns the person with the new one. */
export const resetPassword = async (api: TestApi, person: Person): Promise<Person> => {
  const password = 'Another2$';
  const answer = await api.post('/users/reset-password', { ...(await forgotPassword(api, person)), password });
  if (answer.statusCode !== 200) throw new Error(`the password was not reset: ${answer.body}`);
  return { ...person, password };
};

export type Member = { token: string; cookie: string; qrCode: string };

/** Registers, verifies the mailbox and sets up two-factor. Advances the clock by one time step for fresh codes. */
export const signUp = async (api: TestApi, person: Person): Promise<Member> => {
  const { requestKey, qrCode } = await proveMailbox(api, person);
  const otpCode = authenticatorCode(qrCode, api.clock.now());
  const response = await api.post('/users/verify-otp', { requestKey, otpCode });
  api.clock.advance(30_000);
  return { token: tokenOf(response), cookie: deviceCookieOf(response), qrCode };
};

/** Signs up a new person. @returns also the id of the account */
export const newMember = async (api: TestApi, given: Partial<Person> = {}) => {
  const person = newPerson(given);
  const member = await signUp(api, person);
  return { person, ...member, id: (await api.deps.findByLogin(person.email, api.clock.now()))?.id ?? '' };
};

/** Logs in with the password only. */
export const logIn = (
  api: TestApi,
  person: Pick<Person, 'email' | 'password'>,
  options: CallOptions = {},
): Promise<LightMyRequestResponse> =>
  api.post('/users/login', { login: person.email, password: person.password, rememberMe: true }, options);

/** A client that declares nothing, at an address. */
export const clientAt = (ip = '127.0.0.1'): Client => ({
  ip,
  network: ip,
  language: 'en',
  declared: { ip: null, userAgent: null, timeZone: null },
});

let networks = 0;
/** An address in a network that no other test uses. */
export const newNetwork = (): string => {
  networks += 1;
  return `198.18.${Math.floor(networks / 250)}.${networks % 250}`;
};

/** How many responses have a status. */
export const countStatus = (responses: readonly { statusCode: number }[], status: number): number =>
  responses.filter(({ statusCode }) => statusCode === status).length;

/** Erases an account, as the command does. */
export const eraseAccount = async ({ deps, clock }: TestApi, accountId: string): Promise<void> => {
  await deps.db.$executeRaw`
    SELECT erase_account(${accountId}::uuid, ${deps.fingerprint('email', accountId)}, ${clock.now()})`;
};

/** Opens one more session of an account, with a fresh second factor, as a login does. */
export const openSession = ({ deps, clock }: TestApi, accountId: string): Promise<{ token: string }> =>
  deps.transact((tx) => deps.sessions.open(tx, { accountId, twoFactor: true, now: clock.now() }));
