import { proposeExclusion, votesOf } from '@laurel/support/exclusions';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, expect, it } from 'vitest';

const reason = 'a test';

const edition = useEditionFolder();
const api = useTestApi();
const owner = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
let selection: object;

beforeAll(async () => {
  await olena.confirm();
  const voters = await votersOf(api, 4);
  await voteAs(api, voters);
  selection = votesOf(voters.slice(0, 1));
});

const propose = async (): Promise<{ id: number; approvals: number }> => {
  const id = await proposeExclusion(olena, selection);
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

// This test fails with the exclusion's own number: the console offered the step, and one person took it alone.
it('an exclusion of one person needs the second person that a newer edition requires: to apply it, and to undo it', async () => {
  const [applied, open] = [await propose(), await propose()];
  const step = async (id: number, name: string, person = olena) =>
    (await person.post(`/exclusions/${id}/${name}`, { reason })).json().code ?? 'done';
  expect(await step(applied.id, 'apply')).toBe('done');
  edition.edit('edition.yaml', /^results:/m, 'approvals: 2\nresults:');
  await importTestEdition(api.migrateUrl, edition.path);
  const taras = await desk.member('Taras', 'organiser');
  await taras.confirm();
  for (const { id, approvals } of [applied, open]) {
    expect(approvals).toBe(1);
    expect((await olena.get(`/exclusions/${id}`)).json().approvals).toBe(2);
  }
  expect([await step(open.id, 'apply'), await step(applied.id, 'undo')]).toEqual([
    'console.second_person',
    'console.second_person',
  ]);
  expect(await step(applied.id, 'propose-undo')).toBe('done');
  expect(await step(applied.id, 'undo', taras)).toBe('done');
  expect(await step(open.id, 'approve', taras)).toBe('done');
  expect(await step(open.id, 'apply')).toBe('done');
});
