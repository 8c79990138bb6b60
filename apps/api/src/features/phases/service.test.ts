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
  await expect.poll(() => reads, { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
  expect(phase()).toBe('closed');
  expect(phases.times()).toBe(times);
  expect(errors).toHaveLength(1);
  answer = async () => ({});
  await expect.poll(phase, { timeout: 3_000 }).toBe('open');
  expect(notified).toBe(2);
});
