import { expect, it, onTestFinished } from 'vitest';
import type { Moved } from './policy.ts';
import { createPhases } from './service.ts';

const files = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
const past = new Date(0);

it('keeps the moments it read last through an outage, tells of it once, and reads on after it', async () => {
  let answer: () => Promise<Moved> = async () => ({ closes: past });
  const troubles: unknown[] = [];
  const phases = createPhases({
    files: () => files,
    moved: {},
    readMoved: () => answer(),
    transact: () => Promise.reject(new Error('is not asked to')),
    now: () => new Date(),
    trouble: (error) => void troubles.push(error),
  });
  onTestFinished(() => phases.close());
  let heard = 0;
  phases.onMoved(() => {
    heard += 1;
  });
  const phase = () => phases.at(new Date());
  expect(phase()).toBe('open');
  phases.start();
  await expect.poll(phase).toBe('closed');
  const times = phases.times();
  let asked = 0;
  answer = async () => {
    asked += 1;
    throw new Error('the database is away');
  };
  await expect.poll(() => asked, { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
  expect(phase()).toBe('closed');
  expect(phases.times()).toBe(times);
  expect(troubles).toHaveLength(1);
  answer = async () => ({});
  await expect.poll(phase, { timeout: 3_000 }).toBe('open');
  expect(heard).toBe(2);
});
