import { randomBytes, randomInt } from 'node:crypto';
import { chatSend, chatTopic, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { type PublicEdition, publicEditionSchema } from '@laurel/contracts/public-edition';
import {
  chatMessageSchema,
  type StatisticsItem,
  statisticsItemSchema,
  type Vote,
  voteSchema,
} from '@laurel/contracts/records';
import { generate } from 'otplib';
import { z } from 'zod';
import { createVoterClient, type Reply, type VoterClient } from './client.ts';
import { listen } from './listen.ts';
import type { Outside } from './outside.ts';
import { verifyReceipt } from './receipt.ts';

/** Called after each step. */
export type Report = (step: string, detail: string) => void;

const PASSWORD = 'Secret1!';
const edition = z.object({ data: publicEditionSchema });
const statistics = z.array(statisticsItemSchema);
const setup = z.object({ data: z.object({ requestKey: z.string(), qrCode: z.string() }) });
const code = z.object({ data: z.object({ code: z.string() }) });
const session = z.object({ data: z.object({ token: z.string(), backupCodes: z.array(z.string()).length(10) }) });
const link = z.object({ data: z.object({ code: z.string(), link: z.string() }) });
const info = z.object({
  data: z.object({ verifications: z.array(z.object({ type: z.string(), verified: z.boolean() })) }),
});
const voted = z.object({ data: voteSchema, metadata: z.object({ promise: z.string() }).optional() });
const failure = z.object({ code: z.string(), errors: z.array(z.string()) });

/** Parses the body of a response with the expected status. Any other response ends the journey with an error that shows it. */
const expecting = <T extends z.ZodType>(reply: Reply, status: number, schema: T): z.output<T> => {
  const parsed = schema.safeParse(reply.body);
  if (reply.status === status && parsed.success) return parsed.data;
  throw new Error(`expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`);
};

const shareOf = (items: readonly StatisticsItem[], vote: Vote): number | undefined =>
  items
    .find((item) => item.nomination === vote.nomination && item.niche === vote.niche)
    ?.results.find((result) => result.company === vote.vote)?.percentage;

/** The nominee with the lowest share: a vote moves it, however often the journey was run before. */
const lowestOf = (items: readonly StatisticsItem[]): Vote | undefined =>
  items
    .flatMap(({ nomination, niche, results }) =>
      results.map(({ company, percentage }) => ({ nomination, niche, vote: company, percentage })),
    )
    .sort((one, other) => one.percentage - other.percentage)
    .map(({ nomination, niche, vote }) => ({ nomination, niche, vote }))[0];

/** The first nominee of an edition, whose results may be hidden. */
const firstOf = (nominations: PublicEdition['nominations']): Vote | undefined =>
  nominations.flatMap(({ tag: nomination, categories }) =>
    categories.flatMap(({ tag: niche, companies }) => companies.map(({ tag: vote }) => ({ nomination, niche, vote }))),
  )[0];

/** Registers a new voter, logs in and returns the phone number. */
const register = async (voter: VoterClient, report: Report): Promise<string> => {
  const email = `voter-${randomBytes(6).toString('hex')}@example.org`;
  const phoneNumber = `+38067${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const since = new Date(Date.now() - 1_000);
  const account = { name: 'Journey Voter', email, password: PASSWORD, phoneNumber };
  const requestId = expecting(await voter.call('POST', '/users/register', account), 201, code).data.code;
  report('registered', email);
  const emailCode = await voter.codeSentTo(email, since);
  report('email code arrived', 'over SMTP or into the development inbox');
  const body = { requestId, code: emailCode };
  const { qrCode, requestKey } = expecting(await voter.call('POST', '/users/verify-email', body), 200, setup).data;
  report('email verified', 'the authenticator comes next');
  const secret = new URL(qrCode).searchParams.get('secret') ?? '';
  const otpCode = await generate({ secret, epoch: Math.floor(Date.now() / 1_000) });
  const opened = expecting(await voter.call('POST', '/users/verify-otp', { requestKey, otpCode }), 200, session);
  voter.signIn(opened.data.token);
  report('authenticator linked', `${opened.data.backupCodes.length} backup codes given`);
  return phoneNumber;
};

/** Confirms a phone number with the code from the SMS. */
export const verifyPhone = async (voter: VoterClient, phoneNumber: string, report: Report): Promise<void> => {
  const since = new Date(Date.now() - 1_000);
  const requestKey = expecting(await voter.call('POST', '/users/request-phone-verify', {}), 200, code).data.code;
  const body = { requestKey, code: await voter.codeSentTo(phoneNumber, since) };
  expecting(await voter.call('POST', '/users/confirm-phone-verify', body), 200, z.object({ success: z.literal(true) }));
  report('phone verified', 'by the code from the SMS');
};

/** Votes with the same steps as on the page, until the percentages change. */
export const walk = async (origin: string, report: Report, outside?: Outside): Promise<void> => {
  const voter = createVoterClient(origin, outside);
  const { year, nominations, results, log } = expecting(await voter.call('GET', '/edition'), 200, edition).data;
  const before = expecting(await voter.call('GET', '/vote/statistics'), 200, statistics);
  const vote = lowestOf(before) ?? firstOf(nominations);
  if (!vote) throw new Error('the edition has no nominee to vote for');
  report('statistics read', `${before.length} categories`);

  expecting(await voter.call('POST', '/vote', vote), 401, failure);
  report('vote without login refused', '401');
  const phoneNumber = await register(voter, report);
  const refused = expecting(await voter.call('POST', '/vote', vote), 403, failure);
  report('vote before verification refused', refused.errors.join(' · '));
  await verifyPhone(voter, phoneNumber, report);

  const realtime = await listen(origin);
  try {
    const { code: eventId } = expecting(await voter.call('GET', '/users/verification/telegram-link'), 200, link).data;
    await realtime.subscribe(chatTopic(eventId));
    realtime.ask(chatSend(eventId));
    await voter.joinTelegram(eventId);
    await realtime.heard(chatTopic(eventId), (body) =>
      chatMessageSchema.parse(JSON.parse(body)).verificationStatus === 'VERIFIED' ? true : undefined,
    );
    report('Telegram connected', 'told over STOMP');
    const { verifications } = expecting(await voter.call('GET', '/users/info'), 200, info).data;
    report(
      'verified',
      verifications
        .filter((each) => each.verified)
        .map((each) => each.type)
        .join(', '),
    );

    await realtime.subscribe(STATISTICS_TOPIC);
    const nonce = randomBytes(16);
    const body = { ...vote, nonce: nonce.toString('base64url') };
    const { metadata } = expecting(await voter.call('POST', '/vote', body), 201, voted);
    report('voted', `${vote.vote} in ${vote.nomination}/${vote.niche}`);
    if (results.visible && results.publishEvery.votes === 1) {
      const earlier = shareOf(before, vote) ?? 0;
      const share = await realtime.heard(STATISTICS_TOPIC, (body) => {
        const now = shareOf(statistics.parse(JSON.parse(body)), vote);
        return now === earlier ? undefined : now;
      });
      report('percentages moved', `${earlier} % → ${share} %`);
    } else {
      report('percentages not awaited', 'they are hidden, or published in steps');
    }
    const again = expecting(await voter.call('POST', '/vote', vote), 409, failure);
    report('second vote refused', again.errors.join(' · '));
    const own = expecting(await voter.call('GET', '/vote/my-votes'), 200, z.array(voteSchema));
    report('own votes', `${own.length}`);
    if (log) {
      const promised = { vote, nonce: new Uint8Array(nonce), promise: metadata?.promise };
      const verified = await verifyReceipt(voter, log.verifierKey, year, promised);
      report(verified ? 'receipt verified' : 'no receipt', verified ?? 'the public log has stopped');
    } else {
      report('no receipt', 'this instance has no public log');
    }
    expecting(await voter.call('POST', '/users/logout'), 200, z.unknown());
    expecting(await voter.call('GET', '/users/info'), 401, failure);
    report('logged out', 'the session is refused from now on');
  } finally {
    await realtime.close();
  }
};
