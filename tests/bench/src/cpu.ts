import { readdirSync, readFileSync } from 'node:fs';

/** Processor time that all threads of a process have used, milliseconds (Linux): what neighbours take is not in it. */
export const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);

/** The same of every process there is, milliseconds. Not /proc/stat, which counts by ticks and misses what is shorter. */
export const allCpuMs = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        return sum + cpuMs(Number(pid));
      } catch {
        // It has ended meanwhile.
        return sum;
      }
    }, 0);
