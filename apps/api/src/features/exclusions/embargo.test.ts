import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const CATEGORY = 'best-partner/gambling';
const reason = 'a test';

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden\n  staff: embargo'));
const api = useTestApi({ EDITION_DIR: edition.path });
let desk: TestConsole;
let olena: ConsoleClient;
let voters: Voter[];
let company: string;

beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'organiser');
  voters = await votersOf(api, 6);
  company = api.deps.edition.nominations[0]?.categories[0]?.companies[0]?.tag ?? '';
  for (const { token } of voters) {
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: company };
    expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
  }
});
afterAll(() => desk.close());

it('under an embargo the console shows no nominee, and takes no selection by nominee', async () => {
  const selection = { accounts: voters.slice(0, 2).map(({ accountId }) => accountId) };
  const rehearsed = await olena.post('/exclusions/rehearsal', { selection });
  const none = { winners: [], nominees: [] };
  expect(rehearsed.json().data).toMatchObject({
    votes: 2,
    categories: [{ votes: 2, before: none, after: none, winnersChange: false, hidden: true }],
  });
  expect(rehearsed.body).not.toContain(company);
  const byNominee = { selection: { nominees: [`${CATEGORY}/${company}`] } };
  expect((await olena.post('/exclusions/rehearsal', byNominee)).json().code).toBe('console.embargo');
  const proposed = await olena.post('/exclusions', {
    selection,
    publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
    reason,
  });
  const { id } = proposed.json().data;
  const preview = await olena.get(`/exclusions/${id}/preview`);
  expect(preview.json()).toMatchObject({ votes: 2, categories: [{ hidden: true }] });
  expect(preview.body).not.toContain(company);
  expect((await olena.post(`/exclusions/${id}/export`, { reason })).json().code).toBe('console.embargo');
});
