import { randomInt } from 'node:crypto';
import { generateSync } from 'otplib';
import { z } from 'zod';
import { deliver, messageEvent, notification } from './instagram/graph-server.ts';
import { type MarkedServer, marked } from './marked-server.ts';
import { anotherCode } from './people.ts';
import { messageTo, pressButton } from './telegram/setup.ts';
import { until } from './until.ts';

/** A complete raw response, and the marks that it is meant to contain. */
export type Answer = { call: string; status: number; text: string; contains: readonly string[] };

const data = z.object({ data: z.record(z.string(), z.unknown()) });
const fieldOf = (answer: Answer, name: string): string => {
  const body = answer.text.slice(answer.text.indexOf('\n\n') + 2);
  const value = data.safeParse(JSON.parse(body)).data?.data[name];
  if (value === undefined) throw new Error(`${answer.call} answered ${answer.status} without ${name}: ${body}`);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

type Call = { body?: unknown; raw?: string; headers?: Record<string, string>; contains?: readonly string[] };

/**
 * A user's complete journey through a production server, with every mistake and outage. `secrets` and `personal` collect
 * all secret and personal values, `answers` all responses.
 */
export const walkMarked = async (given: MarkedServer) => {
  const { server, mail, sms, telegram, instagram } = given;
  const secrets = new Map(given.secrets);
  const personal = new Map<string, string>();
  const answers: Answer[] = [];
  const secret = (name: string, value: string): string => {
    secrets.set(name, value);
    return value;
  };
  const own = (name: string, value: string): string => {
    personal.set(name, value);
    return value;
  };
  let token = '';
  let cookie = '';

  const send = async (path: string, { body, raw, headers = {}, contains = [] }: Call = {}): Promise<Answer> => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(server.origin + path, {
      method: content === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === '' ? {} : { cookie }),
        'x-client-ip': personal.get('declared address') ?? '',
        'x-client-user-agent': personal.get('browser') ?? '',
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const set = response.headers.getSetCookie()[0]?.split(';')[0];
    if (set) {
      cookie = set;
      secret(`device cookie ${secrets.size}`, set.slice(set.indexOf('=') + 1));
    }
    const head = [...response.headers].filter(([name]) => name !== 'set-cookie').map((pair) => pair.join(': '));
    const answer = {
      call: path,
      status: response.status,
      text: `${head.join('\n')}\n\n${await response.text()}`,
      contains,
    };
    answers.push(answer);
    return answer;
  };
  const call = (path: string, body?: unknown, contains: readonly string[] = []): Promise<Answer> =>
    send(`/api${path}`, { ...(body === undefined ? {} : { body }), contains });
  const newest = async (texts: () => (string | undefined)[], name: string): Promise<string> =>
    secret(name, await until(`the ${name}`, () => /(?:^|\D)(\d{6})(?:\D|$)/.exec(texts().at(-1) ?? '')?.[1]));

  const person = {
    name: own('name', marked('Ada').slice(0, 20)),
    email: own(
      'mail address',
      `${marked('ada')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')}@example.org`,
    ),
    password: secret('password', `Pw1!${marked('').slice(0, 14)}`),
    phoneNumber: own('phone number', `+38067${String(randomInt(10_000_000)).padStart(7, '0')}`),
  };
  own('declared address', `198.51.100.${randomInt(2, 250)}`);
  own('browser', marked('Browser'));
  const login = { login: person.email, password: person.password, rememberMe: true };
  const mailed = () => mail.received.filter(({ recipients }) => recipients.includes(person.email));
  const wrong = secret('a wrong password', `Wr0ng!${marked('').slice(0, 12)}`);

  const statistics = z.array(
    z.looseObject({
      nomination: z.string(),
      niche: z.string(),
      results: z.array(z.looseObject({ company: z.string() })),
    }),
  );
  const offered = statistics.parse(await (await fetch(`${server.origin}/api/vote/statistics`)).json());
  const category = offered.find(({ results }) => results.length > 0);
  const vote = { nomination: category?.nomination, niche: category?.niche, vote: category?.results[0]?.company };

  // Registration, while the mail server refuses and echoes its input.
  mail.refuse({ at: 'rcpt', code: 451 });
  const requestId = secret('request id', fieldOf(await call('/users/register', person, ['request id']), 'code'));
  const mailCode = await newest(() => mailed().map(({ text }) => text), 'mail code');
  await call('/users/register', person);
  await call('/users/login', { ...login, password: wrong });
  await call('/users/verify-email', { requestId, code: anotherCode(mailCode) });
  const verified = await call('/users/verify-email', { requestId, code: mailCode }, [
    'authenticator',
    'request key',
    'mail address',
  ]);
  const requestKey = secret('request key', fieldOf(verified, 'requestKey'));
  const seed = secret('authenticator', new URL(fieldOf(verified, 'qrCode')).searchParams.get('secret') ?? '');
  const otpCode = generateSync({ secret: seed });
  const account = ['name', 'mail address', 'phone number', 'token'];
  await call('/users/verify-otp', { requestKey, otpCode: anotherCode(otpCode) });
  const opened = await call('/users/verify-otp', { requestKey, otpCode }, [
    ...account,
    'backup code 1',
    'backup code 2',
  ]);
  token = secret('token', fieldOf(opened, 'token'));
  secret('the signature of the token', token.split('.')[2] ?? '');
  const backup = z.array(z.string()).parse(JSON.parse(fieldOf(opened, 'backupCodes')));
  for (const [at, code] of backup.slice(0, 2).entries()) secret(`backup code ${at + 1}`, code);

  await call('/vote', vote);

  // The phone, while the gateway fails and echoes number and text.
  sms.refuse({ status: 500, body: { to: person.phoneNumber, error: `no route to ${person.phoneNumber}` } });
  const phoneKey = secret('phone key', fieldOf(await call('/users/request-phone-verify', {}, ['phone key']), 'code'));
  const smsCode = await newest(() => sms.received.map(({ text }) => text), 'text message code');
  await call('/users/confirm-phone-verify', { requestKey: phoneKey, code: anotherCode(smsCode) });
  await call('/users/confirm-phone-verify', { requestKey: phoneKey, code: smsCode });

  // Instagram: a forged notification, a wrong code, the right one; its Graph API fails in between.
  const tag = own(
    'Instagram name',
    marked('ada')
      .slice(0, 20)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '_'),
  );
  const submission = { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag };
  const submitted = await call('/users/verification', submission, ['proof code', 'event id']);
  secret('event id', fieldOf(submitted, 'identifier'));
  const proof = secret('proof code', fieldOf(submitted, 'proofCode'));
  const hook = `${server.origin}/api/instagram/webhook`;
  instagram.people.set('901', { username: tag, follows: true });
  instagram.fail('profile', { status: 500, body: { error: { message: `${tag} ${proof}` } } });
  await deliver(hook, notification(messageEvent('901', proof)), { signature: 'sha256=00' });
  await deliver(hook, notification(messageEvent('901', `not ${anotherCode('123456')}`)));
  await deliver(hook, notification(messageEvent('901', proof)));
  await until('the reply on Instagram', () => instagram.replies.length > 0);

  // Telegram: a link opened with another code, then with the right one; the Bot API fails in between.
  await until('the bot to poll', () => telegram.calls.includes('getUpdates'));
  const link = secret(
    'link code',
    fieldOf(await call('/users/verification/telegram-link', undefined, ['link code']), 'code'),
  );
  const ada = { id: randomInt(1_000_000_000_000, 9_000_000_000_000) };
  own('Telegram id', String(ada.id));
  telegram.setMember(ada, 'member');
  telegram.fail('sendMessage', {
    status: 500,
    body: { ok: false, error_code: 500, description: `chat ${ada.id}: ${link}` },
  });
  telegram.say(ada, `/start ${link}`);
  const question = await messageTo(telegram, ada);
  const { text: asking } = question;
  pressButton(telegram, ada, question);
  await until('the outcome in Telegram', () => question.text !== asking);

  // Voting, then login with the known device, and with a backup code without one.
  const voted = await call('/vote', vote);
  await call('/vote', vote);
  await call('/vote/my-votes');
  await call('/users/info', undefined, account);
  await call('/users/login', { ...login, password: wrong });
  await call('/users/login', login, account.concat('second token'));
  cookie = '';
  const asked = await call('/users/login', login, ['second key']);
  const secondKey = secret('second key', fieldOf(asked, 'requestKey'));
  const second = await call(
    '/users/verify-otp',
    { requestKey: secondKey, backupCode: backup[0] },
    account.concat('second token'),
  );
  secret('second token', fieldOf(second, 'token'));
  const forgotten = await call('/users/forgot-password', { login: person.email }, ['reset id']);
  const resetId = secret('reset id', fieldOf(forgotten, 'code'));
  const later = () => mailed().filter(({ text }) => !text.includes(mailCode));
  const resetCode = await newest(() => later().map(({ text }) => text), 'reset code');
  const password = secret('new password', `Nw1!${marked('').slice(0, 14)}`);
  await call('/users/reset-password', { requestId: resetId, code: anotherCode(resetCode), password });
  await call('/users/reset-password', { requestId: resetId, code: resetCode, password });

  return { send, call, answers, secrets, personal, person, login, password, voted, token, link };
};
