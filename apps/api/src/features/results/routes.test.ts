import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, expect, it } from 'vitest';

const STEP = 5;
const edition = useEditionFolder();
beforeAll(() => {
  edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden');
  edition.edit('edition.yaml', /votes: 1 }/, `votes: ${STEP} }`);
});
const api = useTestApi({ EDITION_DIR: edition.path });
let desk: TestConsole;
beforeAll(async () => {
  desk = await startTestConsole(api);
});
afterAll(() => desk.close());

// This test fails if everybody sees the stored counts: in a quiet hour a difference of two looks is one vote.
it('the results show single votes to those who run the award, and steps to the others until the end', async () => {
  const roles = ['organiser', 'editor', 'support', 'auditor'] as const;
  const team = await Promise.all(roles.map((role) => desk.member(role, role)));
  const look = async (client: ConsoleClient) => {
    const { votes, categories } = (await client.get('/results')).json();
    const [first] = categories[0].nominees;
    return [votes.counted, first.counted, first.share];
  };
  const seen = async () => Promise.all(team.map(look));
  const company = api.deps.edition.nominations[0]?.categories[0]?.companies[0]?.tag;
  const voters = await votersOf(api, STEP + 1);
  const vote = async (count: number) => {
    for (const { token } of voters.splice(0, count)) {
      const ballot = { nomination: 'best-partner', niche: 'gambling', vote: company };
      expect((await api.post('/vote', ballot, { token })).statusCode).toBe(201);
    }
  };
  expect(await seen()).toEqual(Array(4).fill([0, 0, 0]));
  await vote(STEP - 1);
  await expect.poll(seen).toEqual([
    [STEP - 1, STEP - 1, 100],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  await vote(1);
  await expect.poll(seen).toEqual(Array(4).fill([STEP, STEP, 100]));
  await vote(1);
  await expect.poll(seen).toEqual([
    [STEP + 1, STEP + 1, 100],
    [STEP, STEP, 100],
    [STEP, STEP, 100],
    [STEP, STEP, 100],
  ]);

  const by = { actor: 'taras', reason: 'the show' };
  await api.deps.moves.move(
    { clear: false, closes: 'now', announced: 'now' },
    by,
    { moved: api.deps.phases.moved() },
    { alone: true },
  );
  api.clock.advance(60_000);
  await expect.poll(seen).toEqual(Array(4).fill([STEP + 1, STEP + 1, 100]));
});
