import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from '../../testing/clean-up.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { cast, findVote } from './calls.ts';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };

let api: ReturnType<typeof stubApi>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  vi.stubGlobal('window', { setTimeout });
  api = stubApi({ 'GET /vote/my-votes': { body: [] } });
});
afterEach(cleanUp);

const find = async () => {
  const found = findVote(VOTE);
  await vi.advanceTimersByTimeAsync(10_000);
  return found;
};

describe('a vote', () => {
  it('is what the server recorded', async () => {
    const recorded = { ...VOTE, vote: 'another' };
    api.answers['POST /vote'] = { status: 201, body: { success: true, data: recorded } };
    expect(await cast(VOTE)).toEqual(recorded);
  });

  it('in doubt is checked three times, two seconds apart', async () => {
    expect(await find()).toBe('none');
    expect(api.times('/vote/my-votes')).toBe(3);
    const votes = [[], [{ ...VOTE, niche: 'finance' }], [{ ...VOTE, vote: 'another' }]];
    api.answers['GET /vote/my-votes'] = () => ({ body: votes.shift() });
    expect(await find()).toEqual({ ...VOTE, vote: 'another' });
  });

  it('in doubt stays so without a response', async () => {
    api.answers['GET /vote/my-votes'] = 'no answer';
    expect(await find()).toBe('unknown');
    expect(api.times('/vote/my-votes')).toBe(1);
  });
});
