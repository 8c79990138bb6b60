import { rootCertificates } from 'node:tls';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '@laurel/support/certificate';
import { type HttpPeer, type PeerRequest, startPeer } from '@laurel/support/http-peer';
import { type MailServer, startMailServer } from '@laurel/support/mail-server';
import { afterEach, describe, expect, it } from 'vitest';
import { signBody } from '../adapters/same-secret.ts';
import { type Config, readConfig } from '../config.ts';
import { smsPricesSchema } from '../configuration/sms-prices.ts';
import {
  balanceChecks,
  checkInstagram,
  checkMail,
  checkNumberLookup,
  checkSms,
  checkSmsSenders,
  checkTelegram,
  judgeBalance,
} from './provider-checks.ts';

const configOf = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env });
const balancesOf = (config: Config) => Promise.all(balanceChecks(config).map(([, look]) => look()));

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
const peer = async (answer: (request: PeerRequest) => { status: number; body: unknown }): Promise<HttpPeer> => {
  const started = await startPeer(({ path }) => path, answer);
  open.push(started);
  return started;
};
const mailServer = async (options = {}): Promise<MailServer> => {
  const server = await startMailServer(options);
  open.push(server);
  return server;
};

describe('the mail server', () => {
  it('is connected to without sending a mail', async () => {
    const { port, received } = await mailServer();
    const finding = await checkMail(configOf({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
    expect(finding).toEqual({ ok: true, detail: `127.0.0.1:${port} takes our mail` });
    expect(received).toEqual([]);
  });

  // This test failed: there was no way to name an authority of one's own.
  it('may have a certificate of an authority that SMTP_CA names, on one line too', async () => {
    const server = await mailServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE });
    const SMTP_URL = `smtp://127.0.0.1:${server.port}`;
    const own = LOCAL_CERTIFICATE.replaceAll('\n', '\\n');
    expect(await checkMail(configOf({ SMTP_URL, SMTP_CA: own }))).toMatchObject({ ok: true });
    const [other = ''] = rootCertificates;
    expect(await checkMail(configOf({ SMTP_URL, SMTP_CA: other }))).toMatchObject({
      ok: false,
      advice: expect.stringContaining('SMTP_CA'),
    });
    expect(() => configOf({ SMTP_CA: 'ca.pem' })).toThrow(/SMTP_CA: must be a certificate in PEM/);
  });

  it('reports the server’s reason for a rejected login', async () => {
    const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error('the mailbox is locked'), { responseCode: 535 }));
    const server = await mailServer({ authOptional: false, onAuth });
    const finding = await checkMail(configOf({ SMTP_URL: `smtp://me:geheim@127.0.0.1:${server.port}` }));
    expect(finding).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/the mailbox is locked.* \(the server doesn’t accept the user or the password/),
    });
    expect(JSON.stringify(finding)).not.toContain('geheim');
  });
});

describe('the SMS gateway', () => {
  const twilio = (origin: string) =>
    configOf({
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'geheim',
      TWILIO_FROM: '+15005550006',
      TWILIO_API_ROOT: origin,
    });

  it('at Twilio is checked by reading the account', async () => {
    const calls: string[] = [];
    const { origin } = await peer(({ method, path, headers }) => {
      calls.push(`${method} ${path}`);
      const right = headers.authorization === `Basic ${Buffer.from('AC1:geheim').toString('base64')}`;
      return right ? { status: 200, body: { status: 'active' } } : { status: 401, body: { message: 'Authenticate' } };
    });
    expect(await checkSms(twilio(origin))).toEqual({ ok: true, detail: 'Twilio knows the account' });
    expect(calls).toEqual(['GET /2010-04-01/Accounts/AC1.json']);
  });

  it('at Twilio is checked for look-ups of numbers, too, if they are on', async () => {
    const { origin } = await peer(() => ({ status: 200, body: { status: 'active' } }));
    expect(await checkNumberLookup(twilio(origin))).toMatchObject({ skipped: true });
    const on = { ...twilio(origin), NUMBER_LOOKUP_PROVIDER: 'twilio' } as const;
    expect(await checkNumberLookup(on)).toEqual({ ok: true, detail: 'Twilio knows the account' });
  });

  it('at Twilio tells its balance, and is a task if that is too little for an hour', async () => {
    const { origin } = await peer(({ path }) =>
      path.endsWith('/AC1/Balance.json')
        ? { status: 200, body: { account_sid: 'AC1', balance: '12.5', currency: 'USD' } }
        : { status: 404, body: {} },
    );
    expect(await balancesOf(twilio(origin))).toEqual([{ ok: true, detail: 'Twilio has 12.50 USD left' }]);
    const subaccount = await peer(() => ({ status: 200, body: { account_sid: 'AC1' } }));
    expect(await balancesOf(twilio(subaccount.origin))).toMatchObject([{ ok: true, skipped: true }]);
    expect(await balancesOf(twilio('http://127.0.0.1:1'))).toMatchObject([
      { ok: true, skipped: true, detail: expect.stringContaining('could not be looked up') },
    ]);
    expect(await balancesOf(configOf({}))).toMatchObject([{ skipped: true }]);
  });

  it.each([
    ['TurboSMS', 'TURBOSMS', 'TURBOSMS_TOKEN', { response_result: { balance: 0 } }, 'UAH'],
    ['seven', 'SEVEN', 'SEVEN_API_KEY', { amount: 0, currency: 'EUR' }, 'EUR'],
  ])(
    'at %s is checked by its balance, and an empty account is a task',
    async (name, prefix, secret, body, currency) => {
      const { origin } = await peer(({ headers }) => ({
        status: 200,
        body: JSON.stringify(headers).includes('geheim') ? body : '900',
      }));
      const rest = { [`${prefix}_SENDER`]: 'Awards', [`${prefix}_API_ROOT`]: origin };
      const having = (key: string) => configOf({ SMS_PROVIDER: prefix.toLowerCase(), [secret]: key, ...rest });
      expect(await checkSms(having('geheim'))).toEqual({ ok: true, detail: `${name} knows the account` });
      expect(await checkSms(having('x'))).toMatchObject({ ok: false, advice: expect.stringContaining(name) });
      const left = { detail: `${name} has 0.00 ${currency} left`, advice: expect.stringContaining('Add money') };
      expect(await balancesOf(having('geheim'))).toMatchObject([left]);
    },
  );

  it('and the providers of the other channels tell their balances', async () => {
    const { origin } = await peer(({ path }) => ({
      status: 200,
      body: path.startsWith('/user') ? { response_result: { balance: 0 } } : { amount: 3, currency: 'EUR' },
    }));
    const rest = {
      TURBOSMS_API_ROOT: origin,
      TURBOSMS_TOKEN: 't',
      TURBOSMS_VIBER_SENDER: 'Awards',
      TURBOSMS_SENDER: 'A',
    };
    const seven = { SEVEN_API_ROOT: origin, SEVEN_API_KEY: 's' };
    const channels = { PHONE_CODE_CHANNELS: 'viber,sms,voice', SMS_PROVIDER: 'turbosms', ...rest, ...seven };
    const both = [{ detail: 'TurboSMS has 0.00 UAH left' }, { detail: 'seven has 3.00 EUR left' }];
    expect(await balancesOf(configOf(channels))).toMatchObject(both);
    expect(await balancesOf(configOf({ ...channels, PHONE_CODE_CHANNELS: 'voice' }))).toMatchObject(both.slice(1));
  });

  const prices = smsPricesSchema.parse('USD 380=0.1 *=0.05');
  it.each([
    [50, 'USD', 500, 'Twilio has 50.00 USD left, enough for about 500 text messages', false],
    [50, 'USD', 501, /about 500 text messages; the busiest hour may need 501$/, true],
    [0, 'USD', 1, 'Twilio has 0.00 USD left', true],
    [1, 'EUR', 500, 'Twilio has 1.00 EUR left', false],
  ])('with %d %s for %d messages', (amount, currency, hourly, detail, isTask) => {
    const found = judgeBalance('Twilio', { amount, currency }, prices, hourly);
    expect(found).toMatchObject({ ok: true, detail: expect.stringMatching(detail) });
    expect(found.advice !== undefined).toBe(isTask);
  });

  it('has a sender that the countries of SMS_PRICES accept', () => {
    const env = {
      ...twilio('http://127.0.0.1:1'),
      SMS_PRICES: smsPricesSchema.parse('USD 1=0.01'),
      TWILIO_FROM: 'Awards',
    };
    expect(checkSmsSenders(env)).toMatchObject({ advice: expect.stringContaining('TWILIO_FROM') });
    expect(checkSmsSenders(configOf({}))).toMatchObject({ skipped: true });
  });

  it.each([
    [{ status: 401, body: { code: 20003, message: 'Authenticate' } }, 'Twilio answers 401: Authenticate'],
    [{ status: 200, body: { status: 'suspended' } }, 'the account at Twilio is suspended'],
    [{ status: 503, body: '<html>' }, 'Twilio answers 503'],
  ])('at Twilio says what is wrong: %j', async (answer, detail) => {
    const { origin } = await peer(() => answer);
    expect(await checkSms(twilio(origin))).toMatchObject({ ok: false, detail });
  });

  // This test failed: every status below 500 was "ok".
  it('of a webhook gets only an OPTIONS request, and has to accept its signature', async () => {
    const right = 'x'.repeat(32);
    const methods: string[] = [];
    const { origin } = await peer(({ method, headers }) => {
      methods.push(method);
      return { status: headers['x-signature'] === signBody(right, '') ? 405 : 401, body: {} };
    });
    const found = (SMS_WEBHOOK_SECRET: string) =>
      checkSms(configOf({ SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL: origin, SMS_WEBHOOK_SECRET }));
    expect(await found(right)).toMatchObject({ ok: true });
    expect(await found('y'.repeat(32))).toMatchObject({ ok: false, detail: expect.stringMatching(/answers 401$/) });
    expect(methods).toEqual(['OPTIONS', 'OPTIONS']);
  });
});

describe('Telegram', () => {
  const telegram = (origin: string) =>
    configOf({ TELEGRAM_BOT_TOKEN: '1:geheim', TELEGRAM_CHANNEL: 'awards', TELEGRAM_API_ROOT: origin });
  const bot = (member: { status: number; body: unknown }) =>
    peer(({ path, query }) => {
      if (path === '/bot1:geheim/getMe') return { status: 200, body: { ok: true, result: { id: 7, username: 'b' } } };
      expect([path, ...query.values()]).toEqual(['/bot1:geheim/getChatMember', '@awards', '7']);
      return member;
    });

  const is = (status: string) => ({ status: 200, body: { ok: true, result: { status } } });
  const unknown = 'Bad Request: chat not found';
  it.each([
    [is('administrator'), true, '@b is an administrator of @awards'],
    [is('member'), false, '@b is not an administrator of @awards (member)'],
    [{ status: 400, body: { ok: false, description: unknown } }, false, `@b can't look into @awards: 400 ${unknown}`],
  ])('says whether the bot is an administrator of the channel: %j', async (answer, ok, detail) => {
    const { origin } = await bot(answer);
    expect(await checkTelegram(telegram(origin))).toMatchObject({ ok, detail });
  });

  it('fails with a wrong token, without printing it', async () => {
    const { origin } = await peer(() => ({ status: 401, body: { ok: false, description: 'Unauthorized' } }));
    const finding = await checkTelegram(telegram(origin));
    expect(finding).toMatchObject({ ok: false, detail: 'Telegram does not know the bot: 401 Unauthorized' });
    const away = await checkTelegram(telegram('http://127.0.0.1:1'));
    expect(away).toMatchObject({ ok: false, detail: expect.stringContaining('no answer from 127.0.0.1:1') });
    expect(JSON.stringify([finding, away])).not.toContain('geheim');
  });
});

describe('Instagram', () => {
  const graph = (origin: string) =>
    configOf({
      INSTAGRAM_PROVIDER: 'graph',
      INSTAGRAM_ACCESS_TOKEN: 'geheim',
      INSTAGRAM_APP_SECRET: 's',
      INSTAGRAM_VERIFY_TOKEN: 'v',
      INSTAGRAM_API_ROOT: origin,
    });

  it('reports the owner of the token, or that it expired', async () => {
    const { origin } = await peer(({ headers }) =>
      headers.authorization === 'Bearer geheim'
        ? { status: 200, body: { username: 'awards' } }
        : { status: 400, body: {} },
    );
    expect(await checkInstagram(graph(origin))).toEqual({ ok: true, detail: 'the token is @awards’s' });
    const ended = await peer(() => ({ status: 400, body: { error: { message: 'Session has expired' } } }));
    expect(await checkInstagram(graph(ended.origin))).toMatchObject({
      ok: false,
      detail: 'Instagram answers 400: Session has expired',
    });
  });

  it('is not checked if organisers decide', async () => {
    expect(await checkInstagram(configOf({ INSTAGRAM_PROVIDER: 'review' }))).toMatchObject({ ok: true });
  });
});
