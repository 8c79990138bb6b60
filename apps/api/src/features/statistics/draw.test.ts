import { logResultSchema } from '@laurel/contracts/calls/log';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { listen } from '@laurel/support/cli';
import { votesOf } from '@laurel/support/exclusions';
import { useEditionFolder, useMember, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { lookAtLog, readServedLog } from '@laurel/support/public-log';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { leafHash, rootOf } from '@laurel/tlog/merkle';
import { sha256 } from '@laurel/tlog/node';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { tellResults } from '../../cli/results.ts';
import { drawnOf } from './draw.policy.ts';

const folder = useEditionFolder();
beforeAll(() => folder.edit('edition.yaml', /visibility: live/, 'visibility: live\n  tieBreak: draw'));
const api = useTestApi({ EDITION_DIR: folder.path, LIMITS_READS_NETWORK_MINUTE: '1000' });
const desk = useTestConsole(api);
const organiser = useMember(desk, 'Olena', 'organiser');

const statistics = async () => z.array(statisticsItemSchema).parse((await api.get('/vote/statistics')).json());
const itemOf = async ({ niche, nomination }: { niche: string; nomination: string }) =>
  (await statistics()).find((item) => item.nomination === nomination && item.niche === niche);
const results = async () => (await organiser.get('/results')).json();
const commandOf = async () => {
  const output = listen();
  await tellResults(api.deps, output, { json: false, csv: false });
  return output.text();
};

// This test fails if the root is that of the newest checkpoint: the result's leaf would decide again.
it('a tie is decided by the tree that ends with the last vote, which everybody can read, and not before', async () => {
  const first = firstBallot(api);
  const companies = api.deps.edition.nominations[0]?.categories[0]?.companies.map(({ tag }) => tag) ?? [];
  const tied = companies.slice(0, 2);
  const voters = await votersOf(api, 5);
  for (const [index, vote] of [...tied, ...tied, companies[2] ?? ''].entries()) {
    await voteAs(api, voters.slice(index, index + 1), { ...first, vote });
  }
  await lookAtLog(api);
  expect(await results()).toMatchObject({
    ties: 'waits',
    final: false,
    categories: [{ drawn: null }, ...Array(21).fill({})],
  });

  await moveTimes(api, { closes: 'now', announced: 'now' });
  api.clock.advance(20_000);
  expect(await commandOf()).toContain('A draw decides once voting is over and the public log has every vote.');
  await expect.poll(async () => (await statistics()).length).toBeGreaterThan(0);
  expect(await itemOf(first)).toBeUndefined();

  await lookAtLog(api);
  api.clock.advance(1_000);
  await expect.poll(async () => (await itemOf(first))?.drawn).toBeDefined();
  const { lastVote } = logResultSchema.parse((await api.app.inject(`/log/${api.deps.edition.year}/result`)).json());
  const { octets, leaves } = await readServedLog(api);
  const size = leaves.findLastIndex(({ type }) => type === 'vote') + 1;
  const root = Buffer.from(
    rootOf(
      sha256,
      octets.slice(0, size).map((leaf) => leafHash(sha256, leaf)),
    ),
  ).toString('base64');
  expect(lastVote).toEqual({ size, root });
  const drawn = drawnOf(first, tied, { rule: 'draw', root });
  expect(await itemOf(first)).toMatchObject({ drawn });
  expect(await results()).toMatchObject({ ties: 'draw', final: true });
  const [category] = (await results()).categories;
  expect(category).toMatchObject({ drawn });
  expect(category.nominees.slice(0, 3)).toMatchObject([{ rank: 1 }, { rank: 1 }, { rank: 3 }]);
  expect(await commandOf()).toContain(`A draw decided: ${drawn}.`);
  expect(
    (await organiser.get('/results/table.csv')).body.match(/winner, by a draw|equal, lost the draw/g),
  ).toHaveLength(2);
  const selection = votesOf(voters.slice(4));
  const { data } = (await organiser.post('/exclusions/rehearsal', { selection })).json();
  expect(data.categories[0]).toMatchObject({ before: { winners: [drawn] }, after: { winners: [drawn] } });
  const inPage = (await api.deps.pageData()).shared();
  expect(inPage).toMatchObject({ statistics: expect.arrayContaining([expect.objectContaining({ drawn })]) });
});
