import { availableParallelism } from 'node:os';
import { pin, type Running } from './processes.ts';

/** Pins servers to one core, where they stay, and the generator (this process) to another while the work runs. */
export const onOneCoreEach = async (servers: readonly Running[], work: () => Promise<void>): Promise<void> => {
  if (availableParallelism() < 2) return work();
  const all = `0-${availableParallelism() - 1}`;
  for (const { pid } of servers) pin(pid, '0');
  pin(process.pid, '1');
  try {
    await work();
  } finally {
    pin(process.pid, all);
  }
};
