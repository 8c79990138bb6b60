import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { describe, expect, it } from 'vitest';
import { waitedSeconds } from './policy.ts';

const api = useTestApi();

const MINUTE_MS = 60_000;

/** The metric that Prometheus reads and the alert LogLate compares, seconds. */
const waited = async (): Promise<number> => {
  const text = await api.deps.metrics.read();
  return Number(/^laurel_log_waiting_seconds (\S+)$/m.exec(text)?.[1]);
};

describe('the age of the votes that wait for the log', () => {
  // This test fails if a look that fails leaves the metric unchanged.
  it('grows while a process can’t look', async () => {
    await lookAtLog(api);
    expect(await waited()).toBe(0);
    const { DATA_DIR } = api.deps.config;
    const kept = join(DATA_DIR, `log-${api.deps.publicLog.log?.year}.checkpoint`);
    writeFileSync(kept, 'no checkpoint');
    api.clock.advance(40 * MINUTE_MS);
    await expect(lookAtLog(api)).rejects.toThrow('has stopped');
    expect(await waited()).toBe(40 * 60);
    await rm(kept);
    await lookAtLog(api);
    expect(await waited()).toBe(0);
  });

  it.each([
    ['the oldest vote that was seen', '10:05', '10:01', null, 540],
    ['the last look, which had seen no vote', '10:05', null, null, 300],
    ['the last look, if voting opened before it', '10:05', null, '10:00', 300],
    ['the opening, if the last look was before it', '10:05', null, '10:08', 120],
    ['the oldest vote, also if the opening was moved to a later time', '10:05', '10:01', '11:00', 540],
    ['the opening, also if it is in the future', '10:05', null, '11:00', 0],
  ])('is counted from %s', (_what, at, oldest, opensAt, seconds) => {
    const time = (text: string): Date => new Date(`2026-06-01T${text}:00Z`);
    const timeOr = (text: string | null): Date | null => (text === null ? null : time(text));
    expect(waitedSeconds({ at: time(at), oldest: timeOr(oldest) }, timeOr(opensAt), time('10:10'))).toBe(seconds);
  });
});
