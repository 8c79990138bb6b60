import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const edition = useEditionFolder();
const api = useTestApi({ EDITION_DIR: edition.path });
let desk: TestConsole;
let olena: ConsoleClient;
let voters: Voter[];
const selected = { nomination: 'best-partner', niche: 'gambling' };

beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'organiser');
  voters = await votersOf(api, 6);
});
afterAll(() => desk.close());

const vote = async (voter: Voter | undefined, company: string) => {
  const cast = await api.post('/vote', { ...selected, vote: company }, { token: voter?.token ?? '' });
  expect(cast.statusCode).toBe(201);
};

// This test fails if only new proposals are refused: the number of later votes is the nominee's number.
it('an embargo hides how many votes match a proposal by nominee, even if it was made before the embargo', async () => {
  const [first = '', second = ''] =
    api.deps.edition.nominations[0]?.categories[0]?.companies.map(({ tag }) => tag) ?? [];
  for (const voter of voters.slice(0, 3)) await vote(voter, first);
  await vote(voters[3], second);
  const proposed = await olena.post('/exclusions', {
    selection: { nominees: [`best-partner/gambling/${second}`] },
    publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
    reason: 'a test',
  });
  const { id } = proposed.json().data;
  const preview = async () => (await olena.get(`/exclusions/${id}/preview`)).json();
  await vote(voters[4], second);
  expect(await preview()).toMatchObject({ votes: 1, later: 1, unmatched: 0 });

  edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden\n  staff: embargo');
  await importTestEdition(api.migrateUrl, edition.path);
  await api.deps.served.refresh();
  await vote(voters[5], second);
  expect(await preview()).toMatchObject({ votes: 1, later: null, unmatched: null });
});
