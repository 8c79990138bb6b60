import { readdirSync, readFileSync } from 'node:fs';

/** The processor time of all threads of a process in milliseconds (Linux). Other processes do not affect it. */
export const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);

/** The processor time of all processes. /proc/stat would count in ticks and miss shorter times. */
export const allCpuMs = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        return sum + cpuMs(Number(pid));
      } catch {
        // The process has ended.
        return sum;
      }
    }, 0);
