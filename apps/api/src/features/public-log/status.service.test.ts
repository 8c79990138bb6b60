import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logStatusSchema } from '@laurel/contracts/calls/log';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { newVoter, voteAs } from '@laurel/support/voters';
import { expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);

const MINUTE_MS = 60_000;

/** The metric that Prometheus reads and the alert LogLate compares, seconds. */
const waited = async (): Promise<number> => {
  const text = await api.deps.metrics.read();
  return Number(/^laurel_log_waiting_seconds (\S+)$/m.exec(text)?.[1]);
};

// This test fails if a look that fails leaves the metric unchanged.
it('the age of the votes that wait for the log grows while a process can’t look', async () => {
  await lookAtLog(api);
  expect(await waited()).toBe(0);
  const { DATA_DIR } = api.deps.config;
  const kept = join(DATA_DIR, `log-${api.deps.publicLog.log?.year}.checkpoint`);
  writeFileSync(kept, 'no checkpoint');
  api.clock.advance(40 * MINUTE_MS);
  await expect(lookAtLog(api)).rejects.toThrow('has stopped');
  expect(await waited()).toBe(40 * 60);
  rmSync(kept);
  await lookAtLog(api);
  expect(await waited()).toBe(0);
});

// This test fails with all categories that ever existed: /record says how many categories a voter has a vote in.
it('the status has the categories of the edition, and those removed from it that have votes', async () => {
  const [voted, empty, ...others] = api.deps.edition.nominations.flatMap(({ tag, categories }) =>
    categories.map((category) => `${tag}/${category.tag}`),
  );
  await voteAs(api, [await newVoter(api)]);
  await owner.query(
    `UPDATE nominees n SET withdrawn_at = $1 FROM categories c
      WHERE c.id = n.category_id AND c.nomination || '/' || c.niche = ANY ($2)`,
    [api.clock.now(), [voted, empty]],
  );
  api.clock.advance(api.deps.edition.log.delay * 1_000);
  await lookAtLog(api);

  const answer = await api.app.inject(`/log/${api.deps.edition.year}/status`);
  const { votes } = logStatusSchema.parse(answer.json());
  expect(votes.find(({ category }) => category === voted)).toEqual({ category: voted, votes: 1 });
  expect(votes.map(({ category }) => category).toSorted()).toEqual([voted, ...others].toSorted());
});
