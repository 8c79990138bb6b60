import { broadcast } from './cases/broadcast.ts';
import { clusters } from './cases/clusters.ts';
import { consoleCase } from './cases/console.ts';
import { embed } from './cases/embed.ts';
import { exclusions } from './cases/exclusions.ts';
import { idle } from './cases/idle.ts';
import { large } from './cases/large.ts';
import { lastHour } from './cases/last-hour.ts';
import { log } from './cases/log.ts';
import { login } from './cases/login.ts';
import { reads } from './cases/reads.ts';
import { replicas } from './cases/replicas.ts';
import { signUps } from './cases/sign-ups.ts';
import { soak } from './cases/soak.ts';
import { sockets } from './cases/sockets.ts';
import { standby } from './cases/standby.ts';
import { start } from './cases/start.ts';
import { vote } from './cases/vote.ts';
import { voteStored } from './cases/vote-stored.ts';
import { web } from './cases/web.ts';
import type { BenchCase } from './finding.ts';

/** All cases of `pnpm bench`, in order. */
export const CASES: readonly BenchCase[] = [
  vote,
  voteStored,
  exclusions,
  consoleCase,
  embed,
  log,
  replicas,
  standby,
  reads,
  broadcast,
  sockets,
  login,
  idle,
  start,
  web,
  large,
  lastHour,
  signUps,
  soak,
  clusters,
];
