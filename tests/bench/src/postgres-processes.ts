import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMsOfAll, processIds } from './cpu.ts';

const parentOf = (pid: number): number | undefined => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // The process has ended.
    return undefined;
  }
};

/** The processor time of a running PostgreSQL with all its backends, milliseconds (Linux). @param cluster its data directory */
export const postgresCpuMs = (cluster: string): number => {
  const postmaster = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return cpuMsOfAll([postmaster, ...processIds().filter((pid) => parentOf(pid) === postmaster)]);
};
