import { randomUUID } from 'node:crypto';
import { readEntries } from '@laurel/database/audit';
import { laurelOver } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { handleOf, logIn, newPerson, refusalOf, register, signUp } from '@laurel/support/people';
import { createVoters } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';

const api = useTestApi();

const REASON = ['--reason', 'asked by phone, ticket 4711'] as const;
const laurel = (argv: readonly string[], answer?: string) => laurelOver(api)(['user', ...argv], answer);
const idOf = async (email: string) => (await api.deps.findByLogin(email, api.clock.now()))?.id ?? '';
const entriesOf = async (id: string) =>
  (await readEntries(api.deps.db, { since: null, limit: 1_000 })).filter(({ subject }) => subject === `account ${id}`);
const member = async () => {
  const person = newPerson();
  const signed = await signUp(api, person);
  return { person, ...signed, id: await idOf(person.email) };
};
const isSignedIn = async (token: string) => (await api.get('/users/info', { token })).statusCode === 200;

describe('laurel user show', () => {
  it('shows support data by address, number or id, and nothing secret or personal', async () => {
    const { person, id, token } = await member();
    for (const who of [person.email, person.email.toUpperCase(), person.phoneNumber, id, id.toUpperCase()]) {
      expect((await laurel(['show', who])).lines[0]).toContain(`Account ${id}, made 20`);
    }
    const { lines } = await laurel(['show', id]);
    const text = lines.join('\n');
    expect(text).toMatch(/^email +a\*\*\*\w@example\.org, verified 20/m);
    expect(text).toMatch(/^phone +\+3806\*+\d\d, not proven$/m);
    expect(text).toMatch(/^Telegram +not proven$/m);
    expect(text).toMatch(/^two-factor +set up 20.*, 10 backup codes left$/m);
    expect(text).toMatch(/^sessions +1 open, the newest since 20.*; 1 known devices$/m);
    expect(text).toMatch(/^SMS +0 in the last day$/m);
    expect(text).toMatch(/call +register$/m);
    expect(text).toMatch(/code +email, used, \d tries, message sent$/m);
    const inJson = (await laurel(['show', id, '--json'])).text();
    expect(JSON.parse(inJson)).toMatchObject({ id, sessions: 1, backupCodesLeft: 10, proofs: [] });
    for (const secret of [person.email, person.phoneNumber, person.name, token, '127.0.0.1']) {
      expect(text).not.toContain(secret);
      expect(inJson).not.toContain(secret);
    }
    expect(await entriesOf(id)).toEqual([]);
  });

  it('shows what the user has verified', async () => {
    const [voter] = await createVoters({
      migrateUrl: api.migrateUrl,
      tokens: api.deps.tokens,
      now: new Date(),
      count: 1,
    });
    const text = (await laurel(['show', voter?.accountId ?? ''])).text();
    expect(text).toMatch(/^phone +-, proven 20/m);
    expect(text).toMatch(/^Telegram +proven 20/m);
  });

  it.each(['nobody@example.org', '+380670000000', randomUUID(), 'x', "' OR 1=1 --"])(
    'finds no account for %j',
    async (who) => {
      expect(await laurel(['show', who])).toMatchObject({
        code: 2,
        problems: ['There is no account with this id, email address or phone number.'],
      });
    },
  );
});

describe('laurel user unlock', () => {
  it('resets the limits of a user who has used up every attempt', async () => {
    const { person, id } = await member();
    const { limits } = api.deps;
    const { account } = api.deps.config.limits.login;
    for (let count = 0; count < account.limit; count += 1) {
      await limits.charge(api.deps.db, `login:account:${id}`, account, api.clock.now());
    }
    await limits.charge(api.deps.db, `codes:account-total:${id}`, { limit: 100, windowMs: 1e9 }, api.clock.now());
    expect(refusalOf(await logIn(api, person)).code).toBe('limit.exceeded');
    expect((await laurel(['show', id])).text()).toMatch(/^tries +LOCKED: wrong passwords 10 of 10, counted until 20/m);

    const done = await laurel(['unlock', person.email, ...REASON, '--as', 'olena']);
    // A process remembers a refusal for a second.
    api.clock.advance(1_001);
    expect(done.lines).toEqual([
      `Account ${id} is unlocked: its counted attempts are reset. Limits of its own text messages stay.`,
    ]);
    expect((await logIn(api, person)).statusCode).toBe(200);
    expect((await laurel(['show', id])).text()).not.toMatch(/^tries/m);
    expect(await entriesOf(id)).toMatchObject([
      {
        actor: 'olena',
        action: 'user.unlock',
        reason: REASON[1],
        detail: { 'wrong passwords': 10, 'wrong codes in all': 1 },
      },
    ]);
  });

  it('changes nothing if the audit entry can’t be written', async () => {
    const { id } = await member();
    await api.deps.limits.charge(api.deps.db, `login:account:${id}`, { limit: 10, windowMs: 1e9 }, api.clock.now());
    const organiser = { actor: 'olena', reason: 'for ada@example.org' };
    for (const change of ['unlock', 'signOut', 'resetTwoFactor', 'erase'] as const) {
      await expect(api.deps.support[change]({ id, organiser, now: api.clock.now() })).rejects.toThrow();
    }
    expect(await api.deps.support.summary(id, api.clock.now())).toMatchObject({
      tries: [
        { name: 'wrong passwords', count: 1 },
        { name: 'mails asked for', count: 1 },
        { name: 'mails in a day', count: 1 },
      ],
      sessions: 1,
      erasedAt: null,
      twoFactorAt: expect.any(Date),
    });
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe('laurel user sign-out', () => {
  it('US-02 ends every session and removes every device', async () => {
    const { person, id, token, cookie } = await member();
    expect(await isSignedIn(token)).toBe(true);
    expect((await laurel(['sign-out', id, ...REASON])).lines[0]).toContain('is logged out everywhere');
    expect(await isSignedIn(token)).toBe(false);
    expect((await logIn(api, person, { headers: { cookie } })).json().metadata.action).toBe('verify_otp');
    expect(await entriesOf(id)).toMatchObject([{ action: 'user.sign-out', detail: { sessions: 1, devices: 1 } }]);
  });
});

describe('laurel user reset-two-factor', () => {
  it('US-02 removes two-factor, requires a new setup at the next login, and ends every session', async () => {
    const { person, id, token } = await member();
    const done = await laurel(['reset-two-factor', person.email, ...REASON], 'yes');
    expect(done.code).toBe(0);
    expect(done.problems.join('\n')).toContain('Make sure that the account belongs to the person who asks');
    expect(await isSignedIn(token)).toBe(false);
    expect((await logIn(api, person)).json().metadata.action).toBe('link_google_authenticator');
    expect(await entriesOf(id)).toMatchObject([{ action: 'user.reset-two-factor' }]);
    // The unconfirmed secret that this login has shown is removed, too.
    expect((await laurel(['reset-two-factor', id, ...REASON], 'yes')).code).toBe(0);
  });

  it('is refused if two-factor is not set up', async () => {
    const person = newPerson();
    await register(api, person);
    const ran = await laurel(['reset-two-factor', person.email, ...REASON, '--yes']);
    expect(ran).toMatchObject({ code: 2, problems: [expect.stringContaining('has no two-factor')] });
  });
});

describe('laurel user erase', () => {
  it('erases the person and changes no byte of the statistics', async () => {
    const voters = await createVoters({
      migrateUrl: api.migrateUrl,
      tokens: api.deps.tokens,
      now: new Date(),
      count: 7,
    });
    const ballot = api.deps.edition.nominations.flatMap(({ tag: nomination, categories }) =>
      categories.map(({ tag: niche, companies }) => ({ nomination, niche, companies })),
    );
    for (const [index, { token }] of voters.entries()) {
      for (const { nomination, niche, companies } of ballot.slice(0, 5)) {
        const vote = companies[index % Math.min(3, companies.length)]?.tag;
        expect((await api.post('/vote', { nomination, niche, vote }, { token })).statusCode).toBe(201);
      }
    }
    const results = async () => JSON.parse((await laurelOver(api)(['results', '--json'])).text());
    await expect.poll(async () => (await api.get('/vote/statistics')).body).toContain('42.86');
    const before = { page: await api.get('/vote/statistics'), results: await results() };

    const { accountId, token } = voters[0] ?? { accountId: '', token: '' };
    const done = await laurel(['erase', accountId, ...REASON, '--yes']);
    expect(done.lines).toEqual([`Account ${accountId} is erased. Its votes stay, cut off from the person.`]);
    // An answer is kept for a second.
    await expect.poll(() => api.deps.statistics.fresh(api.clock.now())).toBeUndefined();
    const after = { page: await api.get('/vote/statistics'), results: await results() };
    expect(after.page.rawPayload.equals(before.page.rawPayload)).toBe(true);
    expect(after.page.headers.etag).toBe(before.page.headers.etag);
    expect(after.results).toEqual({ ...before.results, at: after.results.at });
    expect(await isSignedIn(token)).toBe(false);
    expect(await entriesOf(accountId)).toMatchObject([{ action: 'user.erase', detail: { outcome: 'erased' } }]);

    expect((await laurel(['show', accountId])).text()).toMatch(/was erased 20.*Its personal data is erased\.$/);
    for (const change of ['erase', 'unlock', 'sign-out', 'reset-two-factor']) {
      const again = await laurel([change, accountId, ...REASON, '--yes']);
      expect(again).toMatchObject({
        code: 2,
        problems: [expect.stringMatching(/was erased 20.*nothing left to change/)],
      });
    }
    expect(await entriesOf(accountId)).toHaveLength(1);
  });

  it('keeps a verified address reserved', async () => {
    const { person, id } = await member();
    await laurel(['erase', person.email, ...REASON, '--yes']);
    expect((await laurel(['show', person.email])).code).toBe(2);
    expect((await laurel(['show', id])).code).toBe(0);
    expect(refusalOf(await api.post('/users/register', { ...newPerson(), email: person.email })).code).toBe(
      'account.email_taken',
    );
  });

  it('deletes an unverified account, and frees the address for the owner of the mailbox', async () => {
    const person = newPerson();
    await register(api, person);
    const id = await idOf(person.email);
    const done = await laurel(['erase', person.email, ...REASON, '--yes']);
    expect(done.lines[0]).toBe(
      `Account ${id} is deleted: it had proven nothing, so it had no votes, and its address is free again.`,
    );
    expect(await entriesOf(id)).toMatchObject([{ detail: { outcome: 'deleted' } }]);
    expect(handleOf(await api.post('/users/register', person))).toEqual(expect.any(String));
  });

  it('is done once by concurrent commands', async () => {
    const { id } = await member();
    const organiser = { actor: 'olena', reason: 'a race' };
    const erase = () => api.deps.support.erase({ id, organiser, now: api.clock.now() });
    const outcomes = await Promise.all([erase(), erase(), erase(), erase()]);
    expect(outcomes.toSorted()).toEqual(['erased', false, false, false].toSorted());
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('asks first, and changes nothing unless the answer is yes, without a reason, or with --dry-run', async () => {
    const { person, id, token } = await member();
    expect(await laurel(['erase', person.email, '--yes'])).toMatchObject({
      code: 2,
      problems: expect.arrayContaining([expect.stringContaining("required option '--reason <TEXT>'")]),
    });
    const unasked = await laurel(['erase', person.email, ...REASON]);
    expect(unasked.code).toBe(2);
    expect(unasked.problems.join('\n')).toMatch(/The votes stay and count[\s\S]*Add --yes to confirm/);
    expect(await laurel(['erase', person.email, ...REASON], 'no')).toMatchObject({ code: 2 });
    expect(await laurel(['erase', person.email, ...REASON, '--dry-run'])).toMatchObject({
      code: 0,
      lines: [`Account ${id} would be erased; its votes would stay. Nothing was changed (--dry-run).`],
    });
    const dry = await laurel(['erase', person.email, ...REASON, '--dry-run', '--json']);
    expect(JSON.parse(dry.text())).toEqual({ id, action: 'erase', done: false });
    expect(await isSignedIn(token)).toBe(true);
    expect(await entriesOf(id)).toEqual([]);
  });
});
