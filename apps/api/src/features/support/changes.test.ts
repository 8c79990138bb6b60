import { readEntries } from '@laurel/database/audit';
import { laurelOver } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { handleOf, logIn, newMember, newPerson, refusalOf, register } from '@laurel/support/people';
import { votersOf } from '@laurel/support/voters';
import { describe, expect, it } from 'vitest';

const api = useTestApi();

const organiser = { actor: 'olena', reason: 'asked by phone, ticket 4711' };
type Verb = 'unlock' | 'signOut' | 'resetTwoFactor' | 'erase';
const change = (verb: Verb, id: string, by = organiser) =>
  api.deps.support[verb]({ id, organiser: by, now: api.clock.now() });
const idOf = async (email: string) => (await api.deps.findByLogin(email, api.clock.now()))?.id ?? '';
const entriesOf = async (id: string) =>
  (await readEntries(api.deps.db, { since: null, limit: 1_000 })).filter(({ subject }) => subject === `account ${id}`);
const isSignedIn = async (token: string) => (await api.get('/users/info', { token })).statusCode === 200;

describe('a change of an account', () => {
  it('is not made if its audit entry can’t be written', async () => {
    const { id } = await newMember(api);
    await api.deps.limits.charge(api.deps.db, `login:account:${id}`, { limit: 10, windowMs: 1e9 }, api.clock.now());
    for (const verb of ['unlock', 'signOut', 'resetTwoFactor', 'erase'] as const) {
      await expect(change(verb, id, { actor: 'olena', reason: 'for ada@example.org' })).rejects.toThrow();
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

  it('records the counts that an unlock forgets', async () => {
    const { id } = await newMember(api);
    const rule = { limit: 100, windowMs: 1e9 };
    for (const key of ['login:account', 'codes:account-total']) {
      await api.deps.limits.charge(api.deps.db, `${key}:${id}`, rule, api.clock.now());
    }
    expect(await change('unlock', id)).toBe(true);
    expect(await entriesOf(id)).toMatchObject([
      { ...organiser, action: 'user.unlock', detail: { 'wrong passwords': 1, 'wrong codes in all': 1 } },
    ]);
  });

  it('US-02 ends every session and removes every device', async () => {
    const { person, id, token, cookie } = await newMember(api);
    expect(await isSignedIn(token)).toBe(true);
    expect(await change('signOut', id)).toBe(true);
    expect(await isSignedIn(token)).toBe(false);
    expect((await logIn(api, person, { headers: { cookie } })).json().metadata.action).toBe('verify_otp');
    expect(await entriesOf(id)).toMatchObject([{ action: 'user.sign-out', detail: { sessions: 1, devices: 1 } }]);
  });

  it('US-02 removes two-factor, requires a new setup at the next login, and ends every session', async () => {
    const { person, id, token } = await newMember(api);
    expect(await change('resetTwoFactor', id)).toBe(true);
    expect(await isSignedIn(token)).toBe(false);
    expect((await logIn(api, person)).json().metadata.action).toBe('link_google_authenticator');
    // The unconfirmed secret that this login has shown is removed, too.
    expect(await change('resetTwoFactor', id)).toBe(true);
    expect(await entriesOf(id)).toMatchObject([
      { action: 'user.reset-two-factor' },
      { action: 'user.reset-two-factor' },
    ]);
  });
});

describe('an erasure', () => {
  it('changes no byte of the statistics, and leaves nothing to change', async () => {
    const voters = await votersOf(api, 7);
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
    expect(await change('erase', accountId)).toBe('erased');
    // An answer is kept for a second.
    await expect.poll(() => api.deps.statistics.fresh(api.clock.now())).toBeUndefined();
    const after = { page: await api.get('/vote/statistics'), results: await results() };
    expect(after.page.rawPayload.equals(before.page.rawPayload)).toBe(true);
    expect(after.page.headers.etag).toBe(before.page.headers.etag);
    expect(after.results).toEqual({ ...before.results, at: after.results.at });
    expect(await isSignedIn(token)).toBe(false);
    for (const verb of ['erase', 'unlock', 'signOut', 'resetTwoFactor'] as const) {
      expect(await change(verb, accountId), verb).toBe(false);
    }
    expect(await entriesOf(accountId)).toMatchObject([{ action: 'user.erase', detail: { outcome: 'erased' } }]);
  });

  it('keeps a verified address reserved', async () => {
    const { person, id } = await newMember(api);
    await change('erase', id);
    expect(await idOf(person.email)).toBe('');
    const again = await api.post('/users/register', { ...newPerson(), email: person.email });
    expect(refusalOf(again).code).toBe('account.email_taken');
  });

  it('deletes an unverified account, and frees the address for the owner of the mailbox', async () => {
    const person = newPerson();
    await register(api, person);
    const id = await idOf(person.email);
    expect(await change('erase', id)).toBe('deleted');
    expect(await entriesOf(id)).toMatchObject([{ detail: { outcome: 'deleted' } }]);
    expect(handleOf(await api.post('/users/register', person))).toEqual(expect.any(String));
  });

  it('is made once by many at the same time', async () => {
    const { id } = await newMember(api);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => change('erase', id)));
    expect(outcomes.toSorted()).toEqual(['erased', false, false, false].toSorted());
    expect(await entriesOf(id)).toHaveLength(1);
  });
});
