import { draftOf } from '@laurel/support/exclusions';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const CATEGORY = 'best-partner/gambling';

const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
let ids: string[];
let lone: string;
let names: string[];

beforeAll(async () => {
  const voters = await votersOf(api, 14);
  ids = voters.map(({ accountId }) => accountId);
  lone = ids[7] ?? '';
  const companies = (api.deps.edition.nominations[0]?.categories[0]?.companies ?? []).map(({ tag }) => tag);
  names = companies.map((tag) => `${CATEGORY}/${tag}`);
  // Two votes for the second nominee, the others for the first.
  const second = { ...firstBallot(api), vote: companies[1] ?? '' };
  for (const [index, voter] of voters.entries()) {
    await voteAs(api, [voter], index === 6 || index === 7 ? second : firstBallot(api));
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
beforeEach(async () => {
  await olena.confirm();
});

type Entry = { actor: string; subject: string; accounts: string | null; criteria: string[]; counts: string | null };
const entries = async (): Promise<Entry[]> =>
  (
    await owner.query<Entry>(
      `SELECT actor, subject, detail ->> 'accounts' AS accounts, detail -> 'criteria' AS criteria,
              (detail ->> 'people') || ' with ' || (detail ->> 'votes') AS counts
         FROM audit_log WHERE action = 'exclusion.rehearse' ORDER BY id`,
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
const propose = (selection: object) => send('/exclusions', draftOf(selection));

const accountsIn = (left: readonly Entry[]) => left.map(({ accounts }) => accounts?.split(', ').sort());
/** The entry of a preview that shows the votes of one person. */
const one = () => [expect.objectContaining({ actor: 'Olena (console)', subject: '1 account', accounts: lone })];

describe('the preview of many people', () => {
  // This test fails if only a preview that shows few people is recorded.
  it('leaves an audit entry with its criteria and counts, and without a value that means a person', async () => {
    const from = '2020-01-01T00:00:00.000Z';
    const { left } = await rehearse({ mailDomains: ['four.example', 'lone.example'], from });
    expect(left).toEqual([
      {
        actor: 'Olena (console)',
        subject: 'votes',
        accounts: null,
        criteria: ['mailDomains (2)', `from ${from}`],
        counts: '5 with 5',
      },
    ]);
  });

  it('leaves an audit entry with the few people that are left, whose votes remain in the count', async () => {
    const all = await rehearse({ mailDomains: ['four.example', 'example.org'] });
    expect(all.answer.json().data).toMatchObject({ people: 13 });
    expect(all.left).toEqual(one());
    // The votes of another exclusion do not remain.
    const id = (await propose({ mailDomains: ['four.example'] })).answer.json().data.id;
    expect((await olena.post(`/exclusions/${id}/apply`, { reason: 'a test' })).statusCode).toBe(200);
    expect((await rehearse({ mailDomains: ['example.org'] })).left).toEqual(one());
    expect((await olena.post(`/exclusions/${id}/undo`, { reason: 'a test' })).statusCode).toBe(200);
  });
});

// This test fails if only a preview that names accounts is recorded.
describe('the preview of few people', () => {
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
  it('leaves an audit entry with all four accounts, and with none of five', async () => {
    const four = await rehearse({ mailDomains: ['four.example'] });
    expect(accountsIn(four.left)).toEqual([ids.slice(2, 6).sort()]);
    const five = await rehearse({ mailDomains: ['four.example', 'lone.example'] });
    expect(five.answer.json().data).toMatchObject({ people: 5 });
    expect(accountsIn(five.left)).toEqual([undefined]);
    // Those whose votes the preview shows, because five people are not few.
    const shown = await rehearse({ mailDomains: ['four.example', 'lone.example'], nominees: names.slice(1, 2) });
    expect(shown.left).toEqual(one());
  });

  it('leaves an audit entry even if no vote matches, which shows a vote for another nominee', async () => {
    const { answer, left } = await rehearse({ mailDomains: ['lone.example'], nominees: names.slice(0, 1) });
    expect(answer.json().metadata.fields).toMatchObject({ selection: expect.any(String) });
    expect(left).toEqual(one());
  });

  it('by nominee alone leaves an audit entry with the accounts, and with none if the nominee has many votes', async () => {
    const few = await rehearse({ nominees: names.slice(1, 2) });
    expect(accountsIn(few.left)).toEqual([ids.slice(6, 8).sort()]);
    const many = await rehearse({ nominees: names.slice(0, 1) });
    expect(many.answer.json().data).toMatchObject({ people: 12 });
    expect(accountsIn(many.left)).toEqual([undefined]);
  });

  it('leaves an audit entry for the few that match among more accounts than an entry lists', async () => {
    const others = Array.from({ length: 150 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
    const { left } = await rehearse({ accounts: [...others, ...ids.slice(0, 5), lone], mailDomains: ['lone.example'] });
    expect(left.map(({ subject }) => subject)).toEqual(['156 accounts']);
    expect(left[0]?.accounts).toMatch(new RegExp(`^(.*, )?${lone}`));
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
  expect(left).toEqual(one());
});

// This test fails if every role sees what an exclusion of few people changes.
it('an exclusion of few people shows its values and its effect only to those who may know people, and records it', async () => {
  const { answer } = await propose({ mailDomains: ['lone.example'], nominees: names.slice(1, 2) });
  const path = `/exclusions/${answer.json().data.id}`;
  for (const role of ['support', 'auditor'] as const) {
    const helper = await desk.member(role === 'support' ? 'Taras' : 'Anna', role);
    expect((await helper.get(path)).json().selection).toEqual({ mailDomains: 1, nominees: names.slice(1, 2) });
    const { votes, categories } = (await helper.get(`${path}/preview`)).json();
    expect(votes).toBe(1);
    expect(categories).toEqual([
      expect.objectContaining({
        hidden: true,
        before: { winners: [], nominees: [] },
        after: { winners: [], nominees: [] },
      }),
    ]);
  }
  const known = (await entries()).length;
  expect((await olena.get(path)).json().selection).toMatchObject({ mailDomains: ['lone.example'] });
  expect((await olena.get(`${path}/preview`)).json().categories).toEqual([expect.objectContaining({ hidden: false })]);
  expect((await entries()).slice(known)).toEqual([...one(), ...one()]);
});
