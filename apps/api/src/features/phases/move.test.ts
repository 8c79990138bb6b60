import { readEntries } from '@laurel/database/audit';
import { startTestApi } from '@laurel/support/harness';
import { expect, it, onTestFinished } from 'vitest';
import { after } from '../../clock.ts';

it('ends voting a millisecond after it was read, so that a vote of that very moment was in time', async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  const { db, phases } = api.deps;
  const end = after(api.clock.now(), 1);
  const organiser = { actor: 'olena', reason: 'the last night' };
  const plan = await phases.move({ clear: false, closes: 'now' }, organiser, phases.moved());
  expect(plan.moved).toEqual({ closes: end });
  expect(phases.at(api.clock.now())).toBe('open');
  expect(phases.at(end)).toBe('closed');
  const categories = await db.category.findMany({ distinct: ['closesAt'], select: { closesAt: true } });
  expect(categories).toEqual([{ closesAt: end }]);
  expect(await readEntries(db, { since: null, limit: 1 })).toMatchObject([{ at: end, action: 'phase.set' }]);
});
