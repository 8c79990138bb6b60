import { readEntries } from '@laurel/database/audit';
import { useTestApi } from '@laurel/support/hooks';
import { expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { wireMoves } from '../../wiring/moves.ts';

const api = useTestApi();
const organiser = { actor: 'olena', reason: 'the last night' };

it('ends voting a millisecond after the clock was read, so that a vote of that millisecond is in time', async () => {
  const { db, phases, moves } = api.deps;
  const end = after(api.clock.now(), 1);
  const { plan } = await moves.move({ clear: false, closes: 'now' }, organiser, { moved: phases.moved() });
  expect(plan.moved).toEqual({ closes: end });
  expect(phases.at(api.clock.now())).toBe('open');
  expect(phases.at(end)).toBe('closed');
  const categories = await db.category.findMany({ distinct: ['closesAt'], select: { closesAt: true } });
  expect(categories).toEqual([{ closesAt: end }]);
  expect(await readEntries(db, { since: null, limit: 1 })).toMatchObject([{ at: end, action: 'phase.set' }]);
});

// This test fails if the error is passed on: the move is made, but the organiser gets an error.
it('moves the times although the process cannot read them at once', async () => {
  const { db, pool, served, phases } = api.deps;
  const away = { later: phases.later, refresh: () => Promise.reject(new Error('the database is away')) };
  const moves = wireMoves({ db, pool, clock: api.clock, served, phases: away });
  const opens = after(api.clock.now(), -60_000);
  const moved = { ...(await moves.moved()), opens };
  await moves.move({ clear: false, opens }, organiser, await moves.seen());
  expect(await moves.moved()).toEqual(moved);
});
