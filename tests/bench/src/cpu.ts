import { readdirSync, readFileSync } from 'node:fs';

/** The processor time of all threads of a process in milliseconds (Linux). Other processes do not affect it. */
export const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);

/** The same for some processes together. One that has ended counts as nothing. */
export const cpuMsOfAll = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      return sum + cpuMs(pid);
    } catch {
      return sum;
    }
  }, 0);

/** The ids of all processes (Linux). */
export const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The processor time of all processes. /proc/stat would count in ticks and miss shorter times. */
export const allCpuMs = (): number => cpuMsOfAll(processIds());
