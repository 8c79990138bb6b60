import { readEntries } from '@laurel/database/audit';
import { countWaiting } from '@laurel/database/testing-rows';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { wireMoves } from '../../wiring/moves.ts';
import type { Move } from './policy.ts';

const HOUR_MS = 3_600_000;
const OLENA = { actor: 'olena', reason: 'the jury asked' };
const TARAS = { actor: 'taras', reason: 'the jury asked' };

const edition = useEditionFolder();
const api = useTestApi();
const owner = useOwner(api);

const inHours = (hours: number): Date => after(api.clock.now(), hours * HOUR_MS);
/** Imports an edition with this end of voting, which no process has read yet. */
const publish = async (closes: Date, approvals: 1 | 2): Promise<void> => {
  const end = `  votingClosesAt: "${closes.toISOString()}"`;
  edition.edit('edition.yaml', /( {2}votingOpensAt: .*\n)(?: {2}votingClosesAt: .*\n)?/, `$1${end}\n`);
  edition.edit('edition.yaml', /^(?:approvals: .*\n)?results:/m, `approvals: ${approvals}\nresults:`);
  await importTestEdition(api.migrateUrl, edition.path);
};
const serve = () => api.deps.served.refresh();
const closing = async () => (await owner.query('SELECT DISTINCT closes_at AS at FROM categories')).rows;
const move = (what: Omit<Move, 'clear'>) =>
  api.deps.moves.move({ clear: false, ...what }, OLENA, { moved: api.deps.phases.moved() });
const moves = () => api.deps.moves.history();

afterEach(async () => {
  await owner.query('DELETE FROM phase_times');
  await api.deps.phases.refresh();
});

it('ends voting a millisecond after the clock was read, so that a vote of that millisecond is in time', async () => {
  const { db, phases, moves } = api.deps;
  const end = after(api.clock.now(), 1);
  const { plan } = await moves.move({ clear: false, closes: 'now' }, OLENA, { moved: phases.moved() });
  expect(plan.moved).toEqual({ closes: end });
  expect(phases.at(api.clock.now())).toBe('open');
  expect(phases.at(end)).toBe('closed');
  const categories = await db.category.findMany({ distinct: ['closesAt'], select: { closesAt: true } });
  expect(categories).toEqual([{ closesAt: end }]);
  expect(await readEntries(db, { since: null, limit: 1 })).toMatchObject([{ at: end, action: 'phase.set' }]);
});

// This test fails if the error is passed on: the move is made, but the OLENA gets an error.
it('moves the times although the process cannot read them at once', async () => {
  const { db, pool, served, phases } = api.deps;
  const away = { later: phases.later, refresh: () => Promise.reject(new Error('the database is away')) };
  const moves = wireMoves({ db, pool, clock: api.clock, served, phases: away });
  const opens = after(api.clock.now(), -60_000);
  const moved = { ...(await moves.moved()), opens };
  await moves.move({ clear: false, opens }, OLENA, await moves.seen());
  expect(await moves.moved()).toEqual(moved);
});

describe('a move by a process that has not read the newest edition', () => {
  // This test fails without the comparison: the end of the edition before comes back, and voting ends an hour early.
  it('is refused, and the end of the newest edition stays', async () => {
    await publish(inHours(1), 1);
    await serve();
    await publish(inHours(2), 1);
    const before = await moves();
    await expect(move({ announced: inHours(3) })).rejects.toMatchObject({ rule: 'changed' });
    expect(await closing()).toEqual([{ at: inHours(2) }]);
    expect(await moves()).toEqual(before);
    await serve();
    await move({ announced: inHours(3) });
    expect(await closing()).toEqual([{ at: inHours(2) }]);
  });

  // This test fails with the edition read before the votes are stopped.
  it('is refused if the edition is published while the move waits for it', async () => {
    await publish(inHours(4), 1);
    await serve();
    await owner.query('BEGIN');
    await owner.query('SELECT stop_ballots()');
    const moving = expect(move({ announced: inHours(6) })).rejects.toMatchObject({ rule: 'changed' });
    await expect.poll(() => countWaiting(api.deps.pool)).toBe(1);
    await owner.query(`
      INSERT INTO editions (imported_at, digest, approvals, embargo, files, manifest)
      SELECT imported_at, 'next', 1, false, files, manifest
        FROM editions ORDER BY id DESC LIMIT 1`);
    await owner.query('COMMIT');
    await moving;
    await serve();
  });

  it('is refused where two people must agree, and one person does not move the end of voting', async () => {
    await publish(inHours(7), 2);
    await serve();
    await publish(inHours(8), 2);
    await expect(move({ opens: inHours(-1) })).rejects.toMatchObject({ rule: 'changed' });
    await expect(move({ closes: inHours(9) })).rejects.toMatchObject({ rule: 'changed' });
    expect(await closing()).toEqual([{ at: inHours(8) }]);
    await serve();
  });

  it('is not approved, but can be refused', async () => {
    await publish(inHours(10), 2);
    await serve();
    const { proposal } = await move({ closes: inHours(12) });
    await publish(inHours(11), 2);
    const decide = (approve: boolean) => api.deps.moves.decide(proposal ?? 0, approve, TARAS);
    await expect(decide(true)).rejects.toMatchObject({ rule: 'changed' });
    expect(await closing()).toEqual([{ at: inHours(11) }]);
    expect(await decide(false)).toBeNull();
    await serve();
  });
});
