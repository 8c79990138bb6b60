import { broadcast } from './cases/broadcast.ts';
import { idle } from './cases/idle.ts';
import { login } from './cases/login.ts';
import { statistics } from './cases/statistics.ts';
import { vote } from './cases/vote.ts';
import { web } from './cases/web.ts';
import type { BenchCase } from './finding.ts';

/** Every case of `pnpm bench`, in the order they run. */
export const CASES: readonly BenchCase[] = [vote, statistics, broadcast, login, idle, web];
