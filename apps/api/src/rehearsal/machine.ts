import { statfs } from 'node:fs/promises';
import { cpus, freemem } from 'node:os';
import type { Space } from './needs.ts';

const MB = 1024 ** 2;
const LOOKS_EVERY_MS = 1_000;

/**
 * The free memory of the machine, and the free space of the disk that has a path. A container sees those of its
 * machine.
 */
export const freeSpace = async (path: string): Promise<Space> => {
  const { bavail, bsize } = await statfs(path);
  return { memoryMb: Math.floor(freemem() / MB), diskMb: Math.floor((bavail * bsize) / MB) };
};

/** The total time of all processors since the start of the machine, and their time at work, milliseconds. */
const processorTimes = (): { all: number; busy: number } => {
  let [all, idle] = [0, 0];
  for (const { times } of cpus()) {
    all += times.user + times.nice + times.sys + times.irq + times.idle;
    idle += times.idle;
  }
  return { all, busy: all - idle };
};

/** Watches the machine until it is read: the least free memory, and the shares of the processors (0 to 1). */
export const watchMachine = () => {
  const before = processorTimes();
  const ownBefore = process.cpuUsage();
  let least = freemem();
  const timer = setInterval(() => {
    least = Math.min(least, freemem());
  }, LOOKS_EVERY_MS).unref();
  return {
    read: (): { leastFreeMb: number; busy: number; ownBusy: number } => {
      clearInterval(timer);
      const after = processorTimes();
      const all = Math.max(1, after.all - before.all);
      const { user, system } = process.cpuUsage(ownBefore);
      return {
        leastFreeMb: Math.floor(Math.min(least, freemem()) / MB),
        busy: (after.busy - before.busy) / all,
        ownBusy: (user + system) / 1_000 / all,
      };
    },
  };
};
