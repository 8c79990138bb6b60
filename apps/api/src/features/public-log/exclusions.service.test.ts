import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import { castVotes, insertVoters, type TestVoter, THEN } from '@laurel/database/testing-rows';
import { typesIn, useLogDatabase } from '@laurel/support/log-database';
import type { TestLog } from '@laurel/support/public-log';
import { beforeEach, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import { findContradiction } from './exclusions.service.ts';
import { createTiles } from './tree.service.ts';

const ENDS_AT = new Date(THEN.getTime() + 60_000);
const NOW = new Date(+ENDS_AT + LAST_VOTE_MS);

const test = useLogDatabase(1, 2);
let log: TestLog;
let voters: TestVoter[];
let endsAt: Date;

/** An award of three votes for one nominee. Voting is over, the first vote is left out, and the log has its result. */
beforeEach(async () => {
  const { owner, app } = test;
  endsAt = ENDS_AT;
  const decisions: DecisionGroup[] = [];
  log = await test.openLog({
    now: () => NOW,
    isOver: () => true,
    times: () => ({ votingOpensAt: null, votingClosesAt: endsAt, winnersAnnouncedAt: null }),
    decisions: () => decisions,
  });
  const [[nominee = 0] = []] = test.nominees;
  voters = await insertVoters(owner, 3);
  expect(
    await castVotes(
      app,
      voters.map(({ sessionId }) => [sessionId, nominee] as const),
    ),
  ).toBe('AAA');
  const { rows } = await owner.query<{ id: number }>(
    'SELECT propose_exclusion($1, $2, $3, NULL, 1::int2, $4, $5) AS id',
    [{ voters: [voters[0]?.voterId] }, { en: 'a farm', uk: 'a farm' }, 'a farm', 'olena', THEN],
  );
  const number = rows[0]?.id ?? 0;
  await owner.query(`SELECT apply_exclusion($1, false, 'olena', 'a farm', $2)`, [number, THEN]);
  const decision = { number, state: 'applied', appliedAt: THEN.toISOString(), undoneAt: null } as const;
  decisions.push({
    decisions: [{ ...decision, reason: { en: 'a farm', uk: 'a farm' } }],
    categories: [{ nomination: 'award', niche: 'n0', votes: 1 }],
  });
  for (let looks = 0; looks < 3; looks += 1) await log.run();
  expect(await typesIn(log)).toEqual(['phase', 'vote', 'vote', 'vote', 'exclusion', 'result']);
});
const contradiction = async () => {
  const head = log.published.current();
  return head && findContradiction({ db: log.pool, tiles: createTiles(log.pool) }, head);
};

// This test failed: the log signed a result for other votes than those that the exclusion had left out before.
it('the log stops if an exclusion holds another vote than when its leaf was signed', async () => {
  expect(await contradiction()).toBeUndefined();
  await test.tamper(
    'excluded_votes',
    `UPDATE excluded_votes SET voter_id = '${voters[1]?.voterId}', nominee_id = nominee_id + 1`,
  );
  await test.owner.query('UPDATE excluded_tallies SET nominee_id = nominee_id + 1');
  const wrong = 'leaf 4 says that exclusion 1 was applied, for other votes than the database has for it now';
  expect(await contradiction()).toBe(wrong);
  await expect(log.run()).rejects.toMatchObject({ alarm: { kind: 'rows', detail: wrong } });
  expect(await typesIn(log)).toHaveLength(6);
});

it('the log stops if the database no longer has an exclusion that was applied', async () => {
  await test.owner.query('UPDATE exclusions SET applied_at = NULL, applied_by = NULL');
  expect(await contradiction()).toBe('leaf 4 says that exclusion 1 was applied, and the database does not');
});

it('the log stops if the counts change behind a result, and nothing in the log says why', async () => {
  await test.owner.query('UPDATE excluded_tallies SET count = 2');
  await expect(log.run()).rejects.toMatchObject({
    alarm: {
      kind: 'rows',
      detail: 'the counts are not those of the result of leaf 5, and nothing in the log says why',
    },
  });
  expect(await typesIn(log)).toHaveLength(6);
});

it('the log stops if its next result would have other counts than the votes', async () => {
  await test.owner.query('UPDATE excluded_tallies SET count = 2');
  endsAt = new Date(+ENDS_AT - 1);
  await expect(log.run()).rejects.toMatchObject({
    alarm: { kind: 'rows', detail: 'stored counts are not those of the votes' },
  });
  const { rows } = await test.owner.query(`SELECT count(*)::int AS results FROM log_items WHERE kind = 'result'`);
  expect(rows).toEqual([{ results: 1 }]);
});
