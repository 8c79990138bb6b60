import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const CATEGORY = 'best-partner/gambling';

const api = useTestApi();
const owner = useOwner(api);
let desk: TestConsole;
let olena: ConsoleClient;
let ids: string[];
let lone: string;
let names: string[];

beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'organiser');
  const voters = await votersOf(api, 8);
  ids = voters.map(({ accountId }) => accountId);
  lone = ids[7] ?? '';
  const companies = (api.deps.edition.nominations[0]?.categories[0]?.companies ?? []).map(({ tag }) => tag);
  names = companies.map((tag) => `${CATEGORY}/${tag}`);
  // Six votes for the first nominee, two for the second.
  for (const [index, { token }] of voters.entries()) {
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: companies[index < 6 ? 0 : 1] };
    expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
  }
  await owner.query(
    `UPDATE accounts SET email = 'one@lone.example', email_canonical = 'one@lone.example', phone_number = '+99907070707' WHERE id = $1`,
    [lone],
  );
  await owner.query(`UPDATE accounts SET email_canonical = id || '@four.example' WHERE id = ANY ($1)`, [
    ids.slice(2, 6),
  ]);
  await owner.query(
    `INSERT INTO client_hints (account_id, event, observed_ip, created_at) VALUES ($1, 'login', '203.0.113.77', now())`,
    [lone],
  );
});
afterAll(() => desk.close());
beforeEach(async () => {
  await olena.confirm();
});

type Entry = { actor: string; subject: string; accounts: string };
const entries = async (): Promise<Entry[]> =>
  (
    await owner.query<Entry>(
      `SELECT actor, subject, detail ->> 'accounts' AS accounts FROM audit_log WHERE action = 'exclusion.rehearse' ORDER BY id`,
    )
  ).rows;
/**
 * Makes a call.
 * @returns the answer, and the audit entries that it left
 */
const send = async (path: string, body: object) => {
  const known = (await entries()).length;
  const answer = await olena.post(path, body);
  return { answer, left: (await entries()).slice(known) };
};
const rehearse = (selection: object) => send('/exclusions/rehearsal', { selection });
const propose = (selection: object) => {
  const publicReason = { en: 'One person cast them.', uk: 'Їх віддала одна людина.' };
  return send('/exclusions', { selection, publicReason, reason: 'a test' });
};

// This test fails if only a preview that names accounts is recorded.
describe('the preview of few people', () => {
  const one = () => [{ actor: 'Olena (console)', subject: '1 account', accounts: lone }];

  it.each([
    ['a domain of mail', { mailDomains: ['lone.example'] }],
    ['a network', { networks: ['203.0.113.77/32'] }],
    ['the beginning of a number', { numbers: ['+9990707'] }],
  ])('by %s leaves an audit entry with their accounts', async (_what, selection) => {
    const { answer, left } = await rehearse(selection);
    expect(answer.json().data).toMatchObject({ votes: 1, people: 1 });
    expect(left).toEqual(one());
  });

  // This test fails if the people are read up to a smaller limit: the entry leaves one of them out.
  it('leaves an audit entry with all four accounts, and none if there are five', async () => {
    const four = await rehearse({ mailDomains: ['four.example'] });
    expect(four.left.map(({ accounts }) => accounts.split(', ').sort())).toEqual([ids.slice(2, 6).sort()]);
    const five = await rehearse({ mailDomains: ['four.example', 'lone.example'] });
    expect(five.answer.json().data).toMatchObject({ people: 5 });
    expect(five.left).toEqual([]);
    // Those whose votes the preview shows, because five people are not few.
    const shown = await rehearse({ mailDomains: ['four.example', 'lone.example'], nominees: names.slice(1, 2) });
    expect(shown.left).toEqual(one());
  });

  it('leaves an audit entry even if no vote matches, which shows a vote for another nominee', async () => {
    const { answer, left } = await rehearse({ mailDomains: ['lone.example'], nominees: names.slice(0, 1) });
    expect(answer.json().metadata.fields).toMatchObject({ selection: expect.any(String) });
    expect(left).toEqual(one());
  });

  it('by nominee alone leaves an audit entry, and none if the nominee has many votes', async () => {
    const few = await rehearse({ nominees: names.slice(1, 2) });
    expect(few.left.map(({ subject, accounts }) => [subject, accounts.split(', ').sort()])).toEqual([
      ['2 accounts', ids.slice(6).sort()],
    ]);
    const many = await rehearse({ nominees: names.slice(0, 1) });
    expect(many.answer.json().data).toMatchObject({ people: 6 });
    expect(many.left).toEqual([]);
  });

  it('leaves an audit entry for the few that match among more accounts than an entry lists', async () => {
    const others = Array.from({ length: 150 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const { left } = await rehearse({ accounts: [...others, ...ids.slice(0, 5), lone], mailDomains: ['lone.example'] });
    expect(left.map(({ subject }) => subject)).toEqual(['156 accounts', '1 account']);
    expect(left[1]?.accounts).toBe(lone);
  });
});

// This test fails if only previews are recorded: a proposal for other nominees showed how somebody voted, and left no
// entry.
it.each([
  ['names', () => ({ accounts: [lone] })],
  ['matches few of', () => ({ mailDomains: ['lone.example'] })],
])('a proposal that %s people leaves an audit entry if no vote matches', async (_what, people) => {
  const { answer, left } = await propose({ ...people(), nominees: names.slice(0, 1) });
  expect(answer.json().metadata.fields).toMatchObject({ selection: expect.any(String) });
  expect(left).toEqual([{ actor: 'Olena (console)', subject: '1 account', accounts: lone }]);
});
