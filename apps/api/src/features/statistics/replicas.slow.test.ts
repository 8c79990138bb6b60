import { statisticsItemSchema } from '@laurel/contracts/records';
import { useCluster, useEditionFolder } from '@laurel/support/hooks';
import { fire } from '@laurel/support/load';
import { startServerProcess } from '@laurel/support/process';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const EVERY = 10;

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /votes: 1 }/, `votes: ${EVERY} }`));
const cluster = useCluster(3, undefined, { EDITION_DIR: edition.path });

/** The votes of a category in which `first` has one vote, computed from the share that a process shows. */
const shownBy = async (origin: string, first: { nomination: string; niche: string; vote: string }): Promise<number> => {
  const answer = await fetch(`${origin}/api/vote/statistics`);
  const items = z.array(statisticsItemSchema).parse(await answer.json());
  const item = items.find(({ nomination, niche }) => nomination === first.nomination && niche === first.niche);
  const share = item?.results.find(({ company }) => company === first.vote)?.percentage ?? 0;
  return share === 0 ? 0 : Math.round(100 / share);
};

// This test fails if each process keeps its own published totals: the processes publish different totals, a few votes
// apart, and a restarted process publishes at once.
it('three processes and a restarted one publish the same totals, at least the configured number of votes apart', async () => {
  const [first, second] = cluster.ballot;
  if (!first || !second || first.niche !== second.niche) throw new Error('two nominees of one category are needed');
  const voters = await cluster.voters(75);
  const shown = new Set<number>();
  const readAll = async (): Promise<number[]> => {
    const totals = await Promise.all(cluster.servers.map(({ origin }) => shownBy(origin, first)));
    for (const total of totals) shown.add(total);
    return totals;
  };
  await readAll();
  for (const [index, { token }] of voters.entries()) {
    const [answer] = await fire([{ origin: cluster.origin(index), token, vote: index === 0 ? first : second }], 1);
    expect(answer?.status).toBe(201);
    await readAll();
    if (index % 25 === 12) {
      await cluster.servers[1]?.stop('SIGKILL');
      cluster.servers[1] = await startServerProcess({ ...cluster.env });
    }
    // Real time: each process publishes at most once a second, and some publish meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await expect.poll(async () => new Set(await readAll()).size, { interval: 200 }).toBe(1);

  const totals = [...shown].sort((a, b) => a - b);
  expect(totals.length).toBeGreaterThan(3);
  const apart = totals.slice(1).map((total, index) => total - (totals[index] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(EVERY);
  const { rows } = await cluster.owner.query<{ votes: string }>('SELECT max(votes) AS votes FROM published_tallies');
  expect(totals.at(-1)).toBe(Number(rows[0]?.votes));
});
