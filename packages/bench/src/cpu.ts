import { readdirSync, readFileSync } from 'node:fs';

/** Processor time that all threads of a process have used, milliseconds (Linux): what neighbours take is not in it. */
export const cpuMs = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1e6;
  }, 0);
