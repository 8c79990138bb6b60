import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { info, register, verifyEmail, verifyOtp } from '@laurel/contracts/calls/account';
import { type Call, successOf } from '@laurel/contracts/calls/call';
import {
  confirmPhoneVerify,
  requestPhoneVerify,
  requestVerification,
  telegramLink,
} from '@laurel/contracts/calls/verification';
import { castVote } from '@laurel/contracts/calls/vote';
import { parseJson } from '@laurel/contracts/json';
import { challengeSchema, PROOF_HEADER } from '@laurel/contracts/proof';
import type { Vote } from '@laurel/contracts/records';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { generate } from 'otplib';
import { z } from 'zod';
import type { Providers } from './providers.ts';
import { type Reply, type Site, someAddress } from './site.ts';

const INSTAGRAM_WEBHOOK = '/api/instagram/webhook';
/**
 * How long a code or a confirmation may take, milliseconds. Mails and text messages leave by the queue, and the bot
 * polls. The copy has the lowest priority for the processors, so this long limit detects a lost message, not a slow
 * one.
 */
const ARRIVES_WITHIN_MS = 90_000;
const LOOKS_EVERY_MS = 100;
/** The same where each look is a call of the site. */
const ASKS_EVERY_MS = 1_000;

const proofNeeded = z.object({ code: z.literal('proof.needed'), data: z.object({ challenge: challengeSchema }) });

/** The networks in which a voter can prove to follow the organisers. */
export const CHANNELS = ['telegram', 'instagram'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The dependencies of a voter's sign-up. */
export type WalkDeps = {
  site: Site;
  providers: Providers;
  /** A phone number that no other voter has. */
  nextNumber(): string;
  /** Called with each answer. */
  onReply(reply: Reply, wanted: number): void;
  now(): Date;
};

/** The steps of one voter, each with the calls of the page. */
const createPerson = ({ site, onReply }: Pick<WalkDeps, 'site' | 'onReply'>) => {
  const from = someAddress();
  let token: string | undefined;

  /** Calls the API, with a proof of work if it asks for one. @throws Error with the status and the code of a refusal */
  const call = async <Of extends Call>(of: Of, body?: unknown): Promise<z.output<Of['reply']>> => {
    const { method, path } = of;
    const send = (headers: Record<string, string> = {}) =>
      site.ask({ method, path: `/api${path}`, from, token, headers, body });
    let reply = await send();
    const asked = proofNeeded.safeParse(parseJson(reply.body)).data;
    if (asked !== undefined) {
      const { challenge } = asked.data;
      const solution = await solveChallenge({ challenge, deriveKey });
      reply = await send({ [PROOF_HEADER]: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') });
    }
    onReply(reply, successOf(of));
    const parsed = of.reply.safeParse(parseJson(reply.body));
    if (reply.status === successOf(of) && parsed.success) return parsed.data as z.output<Of['reply']>;
    const { code } = z.object({ code: z.string() }).safeParse(parseJson(reply.body)).data ?? {
      code: reply.body.slice(0, 80),
    };
    throw new Error(`${path} was answered with ${reply.status} ${code}`);
  };
  return {
    from,
    call,
    signIn: (given: string): void => {
      token = given;
    },
  };
};

/**
 * Calls `find` until it returns a value.
 * @param what names the value in the error
 * @throws Error if it does not arrive in time
 */
const waitFor = async <Found>(
  what: string,
  find: () => Found | undefined | Promise<Found | undefined>,
  everyMs: number = LOOKS_EVERY_MS,
): Promise<Found> => {
  for (const until = performance.now() + ARRIVES_WITHIN_MS; performance.now() < until; await sleep(everyMs)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`${what} did not arrive within ${ARRIVES_WITHIN_MS / 1_000} s`);
};

type Person = ReturnType<typeof createPerson>;

const proveTelegram = async ({ call }: Person, { providers }: WalkDeps): Promise<void> => {
  // A process that has just started does not know the bot's name yet, and says when to try again.
  const { data } = await waitFor('the link to the Telegram bot', () => call(telegramLink).catch(() => undefined));
  const { code } = data;
  const userId = randomInt(2 ** 32, 2 ** 40);
  providers.startBot(userId, code);
  await waitFor('the question of the Telegram bot', () => providers.pressButton(userId) || undefined);
};

const proveInstagram = async ({ call, from }: Person, { site, providers, onReply }: WalkDeps): Promise<void> => {
  const tag = `voter.${randomBytes(6).toString('hex')}`;
  const asked = await call(requestVerification, { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag });
  const { proofCode = '' } = asked.data;
  const { body, signature } = providers.directMessage(String(randomInt(2 ** 32, 2 ** 40)), tag, proofCode);
  const headers = { 'x-hub-signature-256': signature };
  const reply = await site.ask({ method: 'POST', path: INSTAGRAM_WEBHOOK, from, headers, body });
  onReply(reply, 200);
  if (reply.status !== 200) throw new Error(`the webhook of Instagram was answered with ${reply.status}`);
};

/** Registers a person, who proves a mailbox, an authenticator and a phone. @throws Error naming the step that failed */
const signUp = async (deps: WalkDeps): Promise<Person> => {
  const { providers, nextNumber, now } = deps;
  const person = createPerson(deps);
  const { call, signIn } = person;
  const email = `voter-${randomBytes(8).toString('hex')}@example.org`;
  const phoneNumber = nextNumber();
  const account = { name: 'Voter', email, password: `Aa1!${randomBytes(6).toString('hex')}`, phoneNumber };

  const { code: requestId } = (await call(register, account)).data;
  const mailed = await waitFor('the mail with the code', () => providers.codeTo(email));
  const { qrCode, requestKey } = (await call(verifyEmail, { requestId, code: mailed })).data;
  const secret = new URL(qrCode).searchParams.get('secret') ?? '';
  const otpCode = await generate({ secret, epoch: Math.floor(now().getTime() / 1_000) });
  signIn((await call(verifyOtp, { requestKey, otpCode })).data.token);

  const { code: phoneKey } = (await call(requestPhoneVerify, {})).data;
  const texted = await waitFor('the text message with the code', () => providers.codeTo(phoneNumber));
  await call(confirmPhoneVerify, { requestKey: phoneKey, code: texted });
  for (const to of [email, phoneNumber]) providers.forget(to);
  return person;
};

/**
 * Walks a new voter from the registration to where a vote may be cast: mail, authenticator, text message, and Telegram or Instagram.
 * @throws Error naming the step that failed
 */
export const becomeVoter = async (deps: WalkDeps, channel: Channel): Promise<Person> => {
  const person = await signUp(deps);
  await (channel === 'telegram' ? proveTelegram : proveInstagram)(person, deps);
  const type = channel === 'telegram' ? 'TELEGRAM_SUBSCRIPTION' : 'INSTAGRAM_SUBSCRIPTION';
  const isConfirmed = async () => {
    const { verifications } = (await person.call(info)).data;
    return verifications.some((each) => each.type === type && each.verified) || undefined;
  };
  await waitFor(`the confirmation by ${channel}`, isConfirmed, ASKS_EVERY_MS);
  return person;
};

/** Walks a new voter to the first vote. @throws Error naming the step that failed */
export const walkVoter = async (deps: WalkDeps, channel: Channel, vote: Vote): Promise<void> => {
  const { call } = await becomeVoter(deps, channel);
  await call(castVote, vote);
};
