import { broadcast } from './cases/broadcast.ts';
import { cdn } from './cases/cdn.ts';
import { consoleCase } from './cases/console.ts';
import { exclusions } from './cases/exclusions.ts';
import { idle } from './cases/idle.ts';
import { large } from './cases/large.ts';
import { lastHour } from './cases/last-hour.ts';
import { log } from './cases/log.ts';
import { logIntegrate } from './cases/log-integrate.ts';
import { login } from './cases/login.ts';
import { memory } from './cases/memory.ts';
import { origins } from './cases/origins.ts';
import { reads } from './cases/reads.ts';
import { reconnect } from './cases/reconnect.ts';
import { replicas } from './cases/replicas.ts';
import { soak } from './cases/soak.ts';
import { sockets } from './cases/sockets.ts';
import { standby } from './cases/standby.ts';
import { start } from './cases/start.ts';
import { statistics } from './cases/statistics.ts';
import { vote } from './cases/vote.ts';
import { voteSeveral } from './cases/vote-several.ts';
import { voteStored } from './cases/vote-stored.ts';
import { web } from './cases/web.ts';
import type { BenchCase } from './finding.ts';

/** All cases of `pnpm bench`, in order. */
export const CASES: readonly BenchCase[] = [
  vote,
  voteSeveral,
  voteStored,
  exclusions,
  consoleCase,
  origins,
  log,
  logIntegrate,
  replicas,
  standby,
  statistics,
  reads,
  cdn,
  broadcast,
  reconnect,
  sockets,
  login,
  memory,
  idle,
  start,
  web,
  large,
  lastHour,
  soak,
];
