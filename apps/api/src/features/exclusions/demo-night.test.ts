import { compareTallies } from '@laurel/database/guards';
import { connect } from '@laurel/database/testing-rows';
import { fillDemoNight } from '@laurel/support/demo-night/fill';
import { useTestApi } from '@laurel/support/hooks';
import { describe, expect, it, onTestFinished } from 'vitest';

const api = useTestApi();

describe('the demo night', () => {
  it('has three farms that the search finds, of which one changes a winner, and two honest crowds', async () => {
    const owner = await connect(api.migrateUrl);
    onTestFinished(() => owner.end());
    // The night ends with a span of ten minutes.
    const now = new Date(Math.floor(api.clock.now().getTime() / 600_000) * 600_000);
    expect(await fillDemoNight(owner, now)).toEqual({ accounts: 2_859, votes: 20_226, farm: 209, pending: 14 });
    expect(await compareTallies(owner)).toEqual([]);
    const future = await owner.query('SELECT FROM votes WHERE cast_at > $1', [now]);
    expect(future.rowCount).toBe(0);
    const organiser = { actor: 'olena', reason: null };
    const { categories, exclusion } = await api.deps.exclusions.rehearse({ networks: ['203.0.113.0/24'] }, organiser);
    expect(exclusion.votes).toBe(209);
    expect(categories.filter(({ winnersChange }) => winnersChange)).toHaveLength(1);
    const { rows } = await owner.query<{ certainty: string; for: string[] }>(
      `SELECT certainty, ARRAY(SELECT a ->> 'signal' FROM jsonb_array_elements(against) a) AS for FROM clusters ORDER BY people`,
    );
    const [honest = [], farms = []] = [true, false].map((is) => rows.filter((each) => each.for.length > 0 === is));
    expect(farms.map(({ certainty }) => certainty)).toEqual(['likely', 'likely', 'likely']);
    expect(honest.map((each) => each.for[0]).toSorted()).toEqual(['one_office', 'one_place']);
    await expect(fillDemoNight(owner, now)).rejects.toThrow('has accounts');
  });
});
