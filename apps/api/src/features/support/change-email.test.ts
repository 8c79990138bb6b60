import { randomUUID } from 'node:crypto';
import { type ConsoleClient, startTestConsole } from '@laurel/support/console';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { logIn, mailedCode, mailsTo, newMember, newPerson, refusalOf, register } from '@laurel/support/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
let desk: Awaited<ReturnType<typeof startTestConsole>>;
let petro: ConsoleClient;
beforeAll(async () => {
  desk = await startTestConsole(api);
  petro = await desk.member('Petro', 'support');
});
afterAll(() => desk.close());

const reason = 'asked by phone, ticket 4711';
const change = async (id: string, email: string) => {
  await petro.confirm();
  return petro.post(`/voters/${id}/change-email`, { reason, email });
};
const idOf = async (email: string) => (await api.deps.findByLogin(email, api.clock.now()))?.id ?? '';
const subjectsTo = async (email: string) => (await mailsTo(api, email)).map(({ subject }) => subject);

describe('POST /voters/:id/change-email', () => {
  it('keeps proofs, ends sessions, tells both addresses, and keeps the proven one taken, also after an erasure', async () => {
    const { person, id, token } = await newMember(api);
    const email = newPerson().email;
    expect((await change(id, email)).statusCode).toBe(200);
    expect((await api.get('/users/info', { token })).statusCode).toBe(401);
    expect((await logIn(api, { ...person, email })).json().metadata.action).toBe('verify_otp');
    expect(await subjectsTo(person.email)).toContainEqual(expect.stringContaining('has another address'));
    expect(await subjectsTo(email)).toEqual([expect.stringContaining('log in with this address')]);
    const entries = await owner.query(
      'SELECT actor, reason, detail FROM audit_entries WHERE action = $1 AND subject = $2',
      ['user.change-email', `account ${id}`],
    );
    expect(entries.rows).toEqual([{ actor: 'Petro (console)', reason, detail: { sessions: 1 } }]);

    const again = () => api.post('/users/register', { ...newPerson(), email: person.email });
    expect(refusalOf(await again()).code).toBe('account.email_taken');
    const { id: other } = await newMember(api);
    expect(refusalOf(await change(other, person.email)).code).toBe('account.email_taken');
    await api.deps.support.erase({ id, organiser: { actor: 'olena', reason }, now: api.clock.now() });
    expect(refusalOf(await again()).code).toBe('account.email_taken');
  });

  it('ends the codes of a mistyped address, which is free again, and the new one confirms itself', async () => {
    const person = newPerson();
    const requestId = await register(api, person);
    const code = await mailedCode(api, person.email);
    const email = newPerson().email;
    expect((await change(await idOf(person.email), email)).statusCode).toBe(200);
    expect(refusalOf(await api.post('/users/verify-email', { requestId, code })).code).toBe('email_code.expired');
    expect((await api.post('/users/register', { ...newPerson(), email: person.email })).statusCode).toBe(201);

    const asked = await api.post('/users/resend-email-code', { login: email });
    const right = { requestId: asked.json().data.code, code: await mailedCode(api, email) };
    expect((await api.post('/users/verify-email', right)).json().metadata.action).toBe('link_google_authenticator');
  });

  it('needs a fresh passkey and an address that lasts, and changes no unknown account', async () => {
    const { id } = await newMember(api);
    expect(refusalOf(await change(id, 'ada@mailinator.com')).code).toBe('account.disposable_email');
    expect(refusalOf(await change(randomUUID(), 'ada@example.org')).code).toBe('console.not_found');
    api.clock.advance(10 * 60_000);
    const late = await petro.post(`/voters/${id}/change-email`, { reason, email: 'ada@example.org' });
    expect(refusalOf(late).code).toBe('console.passkey_needed');
  });

  // This test fails (500) without the handler of unique_violation in support_change_email().
  it('gives an address to one of many accounts and registrations that want it at once', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember(api)));
    const local = randomUUID();
    const spelled = (index: number) => `${local}+${index}@example.org`;
    await petro.confirm();
    const answers = await Promise.all([
      ...members.map(({ id }, index) => petro.post(`/voters/${id}/change-email`, { reason, email: spelled(index) })),
      ...Array.from({ length: 3 }, (_, index) =>
        api.post('/users/register', { ...newPerson(), email: spelled(index) }),
      ),
    ]);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect([answers.filter(({ statusCode }) => statusCode < 300).length, refused.length]).toEqual([1, 8]);
  });
});
