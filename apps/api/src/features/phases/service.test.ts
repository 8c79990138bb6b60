import { expect, it, onTestFinished } from 'vitest';
import type { Moved } from './policy.ts';
import { createPhases } from './service.ts';

const files = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
const past = new Date(0);

it('keeps the times during an outage, reports the error once, and continues to read afterwards', async () => {
  let answer: () => Promise<Moved> = async () => ({ closes: past });
  const errors: unknown[] = [];
  const phases = createPhases({
    files: () => files,
    moved: {},
    readMoved: () => answer(),
    databaseAheadMs: () => 0,
    onError: (error) => void errors.push(error),
  });
  onTestFinished(() => phases.close());
  let notified = 0;
  phases.onMoved(() => {
    notified += 1;
  });
  const phase = () => phases.at(new Date());
  expect(phase()).toBe('open');
  phases.start();
  await expect.poll(phase).toBe('closed');
  const times = phases.times();
  let reads = 0;
  answer = async () => {
    reads += 1;
    throw new Error('the database is away');
  };
  await expect.poll(() => reads).toBeGreaterThanOrEqual(2);
  expect(phase()).toBe('closed');
  expect(phases.times()).toBe(times);
  expect(errors).toHaveLength(1);
  answer = async () => ({});
  await expect.poll(phase).toBe('open');
  expect(notified).toBe(2);
});

// This test fails with concurrent reads: the old times came back.
it('keeps moved times when a read that began before the move is answered late', async () => {
  const early = Promise.withResolvers<Moved>();
  const answers = [early.promise];
  const phases = createPhases({
    files: () => files,
    moved: {},
    readMoved: async () => answers.shift() ?? { closes: past },
    databaseAheadMs: () => 0,
    onError: () => undefined,
  });
  const reads = [phases.refresh(), phases.refresh()];
  await new Promise((resolve) => setImmediate(resolve));
  early.resolve({});
  await Promise.all(reads);
  expect(phases.at(new Date())).toBe('closed');
});

const closes = new Date('2026-11-26T20:00:00Z');
const announced = new Date('2026-11-26T20:00:20Z');

// This test fails with this process's clock alone, and with the later of the two clocks.
it.each<[string, number, number, string, boolean | undefined, boolean]>([
  ['both clocks are before the end', -60, 30, 'open', true, false],
  ['this process is behind', -10, 30, 'open', undefined, false],
  ['this process is ahead', 10, -30, 'open', undefined, false],
  ['this process is ahead of the announcement', 25, -30, 'open', undefined, false],
  ['both clocks are after the end', 60, -30, 'announced', false, true],
  ['both clocks are after the end, and one before the announcement', 40, -30, 'closed', false, false],
])('when %s, a phase is reached only by both', (_, seconds, databaseAhead, phase, isOpen, isSettled) => {
  const phases = createPhases({
    files: () => ({ votingOpensAt: null, votingClosesAt: closes, winnersAnnouncedAt: announced }),
    moved: {},
    readMoved: async () => ({}),
    databaseAheadMs: () => databaseAhead * 1_000,
    onError: () => undefined,
  });
  const now = new Date(closes.getTime() + seconds * 1_000);
  expect([phases.at(now), phases.isOpen(now), phases.isSettled(now)]).toEqual([phase, isOpen, isSettled]);
});
