import { startTestApi, type TestApi } from '@laurel/support/harness';
import { handleOf, mailsTo, newPerson, proveMailbox, refusalOf, register, signUp } from '@laurel/support/people';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { hashHandle } from '../../crypto/random.ts';

const HALF_HOUR_MS = 30 * 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ LIMITS_MAIL_NETWORK_HOUR: '10000' });
});
afterAll(() => api.close());

type Answer = Awaited<ReturnType<TestApi['post']>>;
const CALLS = {
  password: {
    ask: '/users/forgot-password',
    answer: (requestId: string, ip: string) =>
      api.post('/users/reset-password', { requestId, code: '000000', password: 'Another2$' }, { ip }),
  },
  email: {
    ask: '/users/resend-email-code',
    answer: (requestId: string, ip: string) => api.post('/users/verify-email', { requestId, code: '000000' }, { ip }),
  },
} as const;
type Kind = keyof typeof CALLS;

let networks = 0;
const newNetwork = (): string => {
  networks += 1;
  return `203.0.113.${networks}`;
};

/** What a stranger sees of an answer: all of it, but for the moment and what is random. */
const seen = ({ statusCode, headers: { date: _date, ...headers }, body }: Answer) => ({
  statusCode,
  headers,
  body: body.replace(/"code":"[\w-]{22}"/, '"code":"…"'),
});

/** Everything that can be asked of logins, in turn, each from a network of its own; all that is seen of each. */
const interrogate = async (logins: readonly string[], kind: Kind) => {
  const [call, other] = kind === 'email' ? [CALLS.email, CALLS.password] : [CALLS.password, CALLS.email];
  const people = logins.map((login) => ({
    login,
    ip: newNetwork(),
    handles: [] as string[],
    answers: [] as Answer[],
  }));
  const ask = (times = 1) =>
    Promise.all(
      people.map(async ({ login, ip, handles, answers }) => {
        for (let each = 0; each < times; each += 1) {
          const answer = await api.post(call.ask, { login }, { ip });
          answers.push(answer);
          if (answer.statusCode === 200) handles.unshift(handleOf(answer));
        }
      }),
    );
  const guess = (times: number, back = 0, by = call.answer) =>
    Promise.all(
      people.map(async ({ ip, handles, answers }) => {
        for (let each = 0; each < times; each += 1) answers.push(await by(handles[back] ?? '', ip));
      }),
    );
  // Five tries, then none; a newer one replaces an older one; half an hour ends it; twenty wrong ones a day.
  await ask();
  await guess(6);
  await ask(2);
  await guess(1, 1);
  await guess(6);
  await guess(1, 0, other.answer);
  await ask();
  await guess(1);
  api.clock.advance(HALF_HOUR_MS);
  await guess(1);
  api.clock.advance(HALF_HOUR_MS);
  for (const times of [5, 5, 1]) {
    await ask();
    await guess(times);
  }
  await guess(1, 6);
  await ask(4);
  return people.map(({ answers }) => answers.map(seen));
};
type Seen = Awaited<ReturnType<typeof interrogate>>[number];

/** The outcomes in short, so that a failure reads well and the script is seen to reach them all. */
const codesOf = (answers: Seen | undefined): string[] =>
  (answers ?? []).map(({ statusCode, body }) => `${statusCode} ${body.match(/"code":"([a-z_.]+)"/)?.[1] ?? ''}`.trim());

describe('a stranger who interrogates a login', () => {
  it('learns nothing by asking for a new password and answering: known and unknown, address and number', async () => {
    // Seen to fail ("expired" at once for nobody) with a made-up request id, and (429 a mail early) with mails counted by account.
    const [ada, eve] = [newPerson(), newPerson()];
    await signUp(api, ada);
    await register(api, eve, { ip: '192.0.2.7' });
    const others = [eve.email, ada.phoneNumber, newPerson().email, newPerson().phoneNumber, 'nobody', '💐', '@'];
    const [known, ...unknown] = await interrogate([ada.email, ...others], 'password');
    expect(new Set(codesOf(known))).toEqual(
      new Set(['200', '400 email_code.wrong', '410 email_code.expired', '429 limit.exceeded']),
    );
    for (const answers of unknown) {
      expect(codesOf(answers)).toEqual(codesOf(known));
      expect(answers).toEqual(known);
    }
  }, 120_000);

  it('learns nothing by asking for the email code again and answering: not proven, proven, unknown', async () => {
    const [ada, eve] = [newPerson(), newPerson()];
    await register(api, ada, { ip: '192.0.2.8' });
    await proveMailbox(api, eve);
    const [waiting, ...others] = await interrogate([ada.email, eve.email, newPerson().email], 'email');
    expect(codesOf(waiting)).toContain('400 email_code.wrong');
    for (const answers of others) {
      expect(codesOf(answers)).toEqual(codesOf(waiting));
      expect(answers).toEqual(waiting);
    }
  }, 120_000);

  it('does not learn whether a number and an address are one person’s', async () => {
    const [ada, ip] = [newPerson(), newNetwork()];
    await register(api, ada, { ip: '192.0.2.9' });
    for (let each = 0; each < 5; each += 1) await api.post(CALLS.password.ask, { login: ada.phoneNumber }, { ip });
    expect((await api.post(CALLS.password.ask, { login: ada.phoneNumber }, { ip })).statusCode).toBe(429);
    expect((await api.post(CALLS.password.ask, { login: ada.email }, { ip })).statusCode).toBe(200);
  });

  it('has nobody’s mail sent', async () => {
    await mailsTo(api, '');
    const before = api.deps.inbox?.list().length;
    for (const login of ['nobody', newPerson().email]) await api.post(CALLS.password.ask, { login });
    expect(await mailsTo(api, '')).toEqual([]);
    expect(api.deps.inbox?.list()).toHaveLength(before ?? 0);
  });

  it('is never right by luck: nobody’s code is no number', async () => {
    const said = await api.post(CALLS.email.ask, { login: newPerson().email });
    const handleHash = new Uint8Array(hashHandle(handleOf(said)));
    const { id } = await api.deps.db.challenge.findUniqueOrThrow({ where: { handleHash } });
    // As if the hash were that of a number after all.
    const codeHash = api.deps.keyring.hmac('code', [id, '000000'].join('\u0000'));
    await api.deps.db.challenge.update({ where: { id }, data: { codeHash } });
    expect(refusalOf(await CALLS.email.answer(handleOf(said), newNetwork())).code).toBe('email_code.wrong');
  });
});

/** A text, or what carries one: the ways in which a statement is handed to the driver. */
const statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

describe('the work behind an answer', () => {
  /** The statements, without their values, that a call sends to the database. */
  const statementsOf = async (call: () => Promise<Answer>): Promise<string[]> => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await call();
      return query.mock.calls.map(([first]: readonly unknown[]) => statement.parse(first).replace(/\s+/g, ' '));
    } finally {
      query.mockRestore();
    }
  };

  it.each(['password', 'email'] as const)('is the same for nobody as for somebody: %s', async (kind) => {
    const ada = newPerson();
    await register(api, ada);
    const { ask, answer } = CALLS[kind];
    const work = async (login: string) => {
      let asked: Answer | undefined;
      const asking = await statementsOf(async () => {
        asked = await api.post(ask, { login });
        return asked;
      });
      const handle = asked ? handleOf(asked) : '';
      return { asking, answering: await statementsOf(() => answer(handle, '127.0.0.1')) };
    };
    const somebody = await work(ada.email);
    expect(somebody.asking.length).toBeGreaterThan(5);
    expect(somebody.answering.length).toBeGreaterThan(3);
    expect(await work(newPerson().email)).toEqual(somebody);
  });
});
