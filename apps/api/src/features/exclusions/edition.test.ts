import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, expect, it } from 'vitest';

const reason = 'a test';

const edition = useEditionFolder();
const api = useTestApi();
const owner = useOwner(api);
let desk: TestConsole;
let olena: ConsoleClient;
let accounts: string[];

beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'organiser');
  await olena.confirm();
  const [company] = api.deps.edition.nominations[0]?.categories[0]?.companies ?? [];
  const voters = await votersOf(api, 4);
  for (const { token } of voters) {
    const ballot = { nomination: 'best-partner', niche: 'gambling', vote: company?.tag };
    expect((await api.post('/vote', ballot, { token })).statusCode).toBe(201);
  }
  accounts = voters.slice(0, 1).map(({ accountId }) => accountId);
});
afterAll(() => desk.close());

const propose = async (): Promise<{ id: number; approvals: number }> => {
  const publicReason = { en: 'One person cast them.', uk: 'Їх віддала одна людина.' };
  const answer = await olena.post('/exclusions', { selection: { accounts }, publicReason, reason });
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json().data;
  const { rows } = await owner.query<{ approvals: number }>('SELECT approvals FROM exclusions WHERE id = $1', [id]);
  return { id, approvals: rows[0]?.approvals ?? 0 };
};
const detailOf = async (id: number) =>
  (await owner.query(`SELECT detail FROM audit_entries WHERE subject = $1`, [`exclusion ${id}`])).rows;

// This test fails with the approvals of the edition that the process serves: one person could apply the exclusion
// alone.
it('a process that has not read the newest edition requires the second person that this edition requires', async () => {
  expect(api.deps.currentEdition().approvals).toBe(1);
  edition.edit('edition.yaml', /^results:/m, 'approvals: 2\nresults:');
  await importTestEdition(api.migrateUrl, edition.path);
  const { id, approvals } = await propose();
  expect(api.deps.currentEdition().approvals).toBe(1);
  expect(approvals).toBe(2);
  expect(await detailOf(id)).toEqual([{ detail: { votes: 1, voters: 1, approvals: 2 } }]);
  expect((await olena.post(`/exclusions/${id}/apply`, { reason })).statusCode).toBe(409);
});

it('a process requires the second person of its edition until it reads a newer one that requires none', async () => {
  await api.deps.served.refresh();
  edition.edit('edition.yaml', /^approvals: 2\n/m, '');
  await importTestEdition(api.migrateUrl, edition.path);
  expect((await propose()).approvals).toBe(2);
  await api.deps.served.refresh();
  expect((await propose()).approvals).toBe(1);
});
