import { compareTallies } from '@laurel/database/guards';
import { connect } from '@laurel/database/testing-rows';
import { fillDemoNight } from '@laurel/support/demo-night/fill';
import { useTestApi } from '@laurel/support/hooks';
import { describe, expect, it, onTestFinished } from 'vitest';

const api = useTestApi();

describe('the demo night', () => {
  it('has 20,000 votes, and a farm whose exclusion changes a winner', async () => {
    const owner = await connect(api.migrateUrl);
    onTestFinished(() => owner.end());
    const now = api.clock.now();
    expect(await fillDemoNight(owner, now)).toEqual({ accounts: 3_109, votes: 20_000, farm: 209, pending: 14 });
    expect(await compareTallies(owner)).toEqual([]);
    const future = await owner.query('SELECT FROM votes WHERE cast_at > $1', [now]);
    expect(future.rowCount).toBe(0);
    const organiser = { actor: 'olena', reason: null };
    const { categories, exclusion } = await api.deps.exclusions.rehearse({ networks: ['203.0.113.0/24'] }, organiser);
    expect(exclusion.votes).toBe(209);
    expect(categories.filter(({ winnersChange }) => winnersChange)).toHaveLength(1);
    await expect(fillDemoNight(owner, now)).rejects.toThrow('has accounts');
  });
});
