import { readEntries } from '@laurel/database/audit';
import { useTestApi } from '@laurel/support/hooks';
import { expect, it } from 'vitest';
import { after } from '../../clock.ts';

const api = useTestApi();

it('ends voting a millisecond after the clock was read, so that a vote of that millisecond is in time', async () => {
  const { db, phases, moves } = api.deps;
  const end = after(api.clock.now(), 1);
  const organiser = { actor: 'olena', reason: 'the last night' };
  const { plan } = await moves.move({ clear: false, closes: 'now' }, organiser, { moved: phases.moved() });
  expect(plan.moved).toEqual({ closes: end });
  expect(phases.at(api.clock.now())).toBe('open');
  expect(phases.at(end)).toBe('closed');
  const categories = await db.category.findMany({ distinct: ['closesAt'], select: { closesAt: true } });
  expect(categories).toEqual([{ closesAt: end }]);
  expect(await readEntries(db, { since: null, limit: 1 })).toMatchObject([{ at: end, action: 'phase.set' }]);
});
