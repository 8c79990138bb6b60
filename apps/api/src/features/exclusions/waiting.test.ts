import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const reason = 'a test';

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /^year: 2025/m, 'approvals: 2\nyear: 2025'));
const api = useTestApi({ EDITION_DIR: edition.path });
const owner = useOwner(api);
let desk: TestConsole;
let olena: ConsoleClient;
let taras: ConsoleClient;
let voters: Voter[];
beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'organiser');
  taras = await desk.member('Taras', 'owner');
  voters = await votersOf(api, 8);
  const vote = api.deps.edition.nominations[0]?.categories[0]?.companies[0]?.tag;
  for (const { token } of voters) {
    const answer = await api.post('/vote', { nomination: 'best-partner', niche: 'gambling', vote }, { token });
    expect(answer.statusCode).toBe(201);
  }
});
afterAll(() => desk.close());
beforeEach(async () => {
  await Promise.all([olena.confirm(), taras.confirm()]);
});

const accounts = (from: number, to: number) => ({ accounts: voters.slice(from, to).map(({ accountId }) => accountId) });
const propose = async (selection: object): Promise<number> => {
  const publicReason = { en: 'One person cast them.', uk: 'Їх віддала одна людина.' };
  const answer = await olena.post('/exclusions', { selection, publicReason, reason });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id;
};

it('an exclusion counts as waiting until it is decided', async () => {
  /** The number in the navigation, which is that of the list to which it leads. */
  const waiting = async (): Promise<number> => {
    const count = (await olena.get('/me')).json().waiting.exclusions;
    const listed = (await olena.get('/exclusions?waits=decision&limit=100')).json().exclusions;
    expect(listed).toHaveLength(count);
    return count;
  };
  const before = await waiting();
  const id = await propose(accounts(0, 1));
  expect(await waiting()).toBe(before + 1);
  await taras.post(`/exclusions/${id}/refuse`, { reason });
  expect(await waiting()).toBe(before);
});

it('an exclusion is listed with its open objections, as many as the navigation counts', async () => {
  const [one, other] = [await propose(accounts(0, 2)), await propose(accounts(2, 3))];
  for (const { accountId } of voters.slice(0, 2)) {
    const row = 'INSERT INTO objections (exclusion_id, account_id, text, made_at) VALUES ($1, $2, $3, now())';
    await owner.query(row, [one, accountId, 'These were mine.']);
  }
  const { exclusions } = (await olena.get('/exclusions?waits=answer')).json();
  expect(exclusions.map(({ id }: { id: number }) => id)).toEqual([one]);
  expect((await olena.get('/me')).json().waiting.objections).toBe(exclusions[0].openObjections);
  await owner.query('DELETE FROM objections');
  for (const id of [one, other]) await taras.post(`/exclusions/${id}/refuse`, { reason });
});
