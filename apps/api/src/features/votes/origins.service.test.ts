import { describe, expect, it } from 'vitest';
import { ORIGINS } from './origins.policy.ts';
import { createVoteOrigins } from './origins.service.ts';

const vote = (index: number) => ({
  sessionId: `s${index}`,
  categoryId: 1,
  castAt: new Date(0),
  visit: { ip: '203.0.113.7', userAgent: 'curl/8', timeZone: null },
});

/**
 * Creates the origins. Recording fails while `down`; `batches` can be settled; votes keep the process as busy as
 * `busy`.
 */
const start = () => {
  const state = {
    down: false,
    busy: { eventLoop: 0, ballotBox: 0 },
    batches: 0,
    recorded: [] as string[][],
    dropped: { full: 0, failed: 0 },
  };
  const origins = createVoteOrigins({
    record: async (lines) => {
      if (state.down) throw new Error('no database');
      state.recorded.push([...lines]);
    },
    settle: async () => {
      state.batches -= 1;
      return state.batches >= 0;
    },
    busy: () => state.busy,
    onDropped: (rows, why) => {
      state.dropped[why] += rows;
    },
    onError: () => undefined,
  });
  const note = (count: number): void => {
    for (let index = 0; index < count; index += 1) origins.note(vote(index));
  };
  return { state, origins, note };
};

describe('the origins of votes', () => {
  it('are recorded in batches, each once', async () => {
    const { state, origins, note } = start();
    note(ORIGINS.batch + 1);
    await Promise.all([origins.flush(), origins.flush()]);
    expect(state.recorded.map(({ length }) => length)).toEqual([ORIGINS.batch, 1]);
    expect(state.recorded.flat()).toHaveLength(new Set(state.recorded.flat()).size);
    await origins.flush();
    expect(state.recorded).toHaveLength(2);
  });

  it('beyond the buffer are dropped and counted', () => {
    const { state, origins, note } = start();
    note(ORIGINS.rows + 7);
    expect(origins.depth).toBe(ORIGINS.rows);
    expect(state.dropped).toEqual({ full: 7, failed: 0 });
  });

  it('are kept while recording fails, with those that arrive meanwhile', async () => {
    const { state, origins, note } = start();
    state.down = true;
    note(3);
    for (let tried = 1; tried < ORIGINS.tries; tried += 1) {
      await expect(origins.flush()).rejects.toThrow('no database');
    }
    note(2);
    state.down = false;
    await origins.flush();
    expect(state.recorded.map(({ length }) => length)).toEqual([5]);
    expect(state.dropped).toEqual({ full: 0, failed: 0 });
  });

  it('are dropped by batch after the last attempt, and counted', async () => {
    const { state, origins, note } = start();
    state.down = true;
    note(ORIGINS.batch + 1);
    for (let tried = 1; tried <= ORIGINS.tries; tried += 1) await origins.flush().catch(() => undefined);
    expect(state.dropped.failed).toBe(ORIGINS.batch);
    expect(origins.depth).toBe(1);
  });

  it('are recorded when the process stops, or counted as dropped if that fails', async () => {
    const { state, origins, note } = start();
    note(3);
    await origins.close();
    expect(state.recorded.map(({ length }) => length)).toEqual([3]);
    const failing = start();
    failing.state.down = true;
    failing.note(3);
    await failing.origins.close();
    expect(failing.state.dropped.failed).toBe(3);
  });

  it('are moved to their table in parts, and wait while votes keep the event loop or the ballot box busy', async () => {
    const { state, origins } = start();
    state.batches = ORIGINS.settled + 2;
    for (const busy of [
      { eventLoop: 0.9, ballotBox: 0 },
      { eventLoop: 0, ballotBox: 0.9 },
    ]) {
      state.busy = busy;
      await origins.settle();
      expect(state.batches).toBe(ORIGINS.settled + 2);
    }
    state.busy = { eventLoop: 0.1, ballotBox: 0.1 };
    await origins.settle();
    expect(state.batches).toBe(2);
    await origins.settle();
    expect(state.batches).toBe(-1);
  });
});
