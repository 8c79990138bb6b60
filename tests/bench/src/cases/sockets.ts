import { setTimeout as sleep } from 'node:timers/promises';
import { STOMP_RECONNECT_MS } from '@laurel/contracts/limits';
import { type Audience, gather, mostSockets } from '../audience.ts';
import { castAll, votesOfVoters } from '../cast.ts';
import { cpuMs } from '../cpu.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { judgeBy, median, race } from '../measure.ts';
import { type Running, residentMb, startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const PROCESSES = [1, 2, 4];

type Plan = {
  perProcess: number;
  pushes: number;
  /** The time after a push, in which a second one would be heard. */
  betweenPushesMs: number;
  /** A server is busy for a while after many sockets connect. */
  settleMs: number;
  backAfterMs: number;
};
type Run = {
  sockets: number;
  /** From the answer to a vote until every socket had heard of it, the median. */
  pushedMs: number;
  perCpuSecond: number;
  /** Until the sockets of a killed process were subscribed at another one; undefined with a single process. */
  backSeconds: number | undefined;
  /** Of the largest process. */
  residentMb: number;
};

/** Casts single votes, and waits for each until it has reached every socket once. @throws Error if one heard more or less */
const pushAll = async (stage: Stage, servers: readonly Running[], audiences: readonly Audience[], plan: Plan) => {
  const votes = await votesOfVoters(stage, plan.pushes);
  const spent = (): number => servers.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  const heardBy = async (more: number): Promise<number[]> =>
    Promise.all(audiences.map(async (each) => (await each.hears(more)).heard));
  const [heardBefore, before] = [await heardBy(0), spent()];
  const times: number[] = [];
  for (const [index, vote] of votes.entries()) {
    const all = heardBy(plan.perProcess);
    await castAll(servers[index % servers.length]?.port ?? 0, 1, [vote]);
    const answered = performance.now();
    await all;
    times.push(performance.now() - answered);
    await sleep(plan.betweenPushesMs);
  }
  const cpuSeconds = (spent() - before) / 1_000;
  const heard = (await heardBy(0)).map((total, index) => total - (heardBefore[index] ?? 0));
  const wanted = plan.pushes * plan.perProcess;
  if (heard.some((each) => each !== wanted)) throw new Error(`heard ${heard.join(', ')} instead of ${wanted} each`);
  return { pushedMs: median(times), perCpuSecond: heard.reduce((sum, each) => sum + each, 0) / cpuSeconds };
};

/** Kills the first process. @returns the seconds until all its sockets are subscribed again */
const killOne = async ([first]: readonly Running[], audiences: readonly Audience[], lost: number): Promise<number> => {
  const joined = await Promise.all(audiences.map(async (each) => (await each.joined(0)).joins));
  const startedAt = performance.now();
  await first?.kill();
  await Promise.all(audiences.map((each, index) => each.joined((joined[index] ?? 0) + lost)));
  return (performance.now() - startedAt) / 1_000;
};

const runOver = async (stage: Stage, processes: number, plan: Plan): Promise<Run> => {
  const servers: Running[] = [];
  const audiences: Audience[] = [];
  try {
    for (let each = 0; each < processes; each++) servers.push(await startLaurel(stage.env));
    const ports = servers.map(({ port }) => port);
    const place = { ports, manner: 'laurel', heartBeats: true, backAfterMs: plan.backAfterMs } as const;
    // Each generator's sockets are spread over all processes.
    for (const _ of servers) audiences.push(await gather(place, plan.perProcess));
    await sleep(plan.settleMs);
    const pushed = await pushAll(stage, servers, audiences, plan);
    const largest = Math.max(...servers.map(({ pid }) => residentMb(pid)));
    const backSeconds = processes > 1 ? await killOne(servers, audiences, plan.perProcess / processes) : undefined;
    return { sockets: processes * plan.perProcess, ...pushed, backSeconds, residentMb: largest };
  } finally {
    for (const each of audiences) await each.stop();
    for (const each of servers) await each.stop();
  }
};

const inText = (count: number): string => count.toLocaleString('en');

const findingsOf = (processes: number, runs: readonly Run[], one: readonly Run[]): Finding[] => {
  const over = `over ${processes} process${processes > 1 ? 'es' : ''}`;
  const sockets = inText(runs[0]?.sockets ?? 0);
  const back = runs.flatMap(({ backSeconds }) => (backSeconds === undefined ? [] : [backSeconds]));
  const findings: Finding[] = [
    {
      what: `a vote reached all ${sockets} sockets ${over}`,
      value: median(runs.map(({ pushedMs }) => pushedMs)),
      unit: ' ms',
      note: `each: ${runs.map(({ pushedMs }) => pushedMs.toFixed(0)).join(', ')} ms; the largest process has ${Math.max(...runs.map((run) => run.residentMb)).toFixed(0)} MB`,
    },
  ];
  if (processes === 1) return findings;
  return [
    ...findings,
    {
      id: `sockets.cpu.${processes}`,
      what: `pushes to ${sockets} sockets ${over}, against one process`,
      unit: 'deliveries per second of processor time',
      verdict: judgeBy((run) => run.perCpuSecond, runs, one),
    },
    {
      what: `${inText((runs[0]?.sockets ?? 0) / processes)} sockets of a killed process back at another one, ${over}`,
      value: median(back),
      unit: ' s',
      digits: 1,
      goal: { atMost: 30 },
      note: `each: ${back.map((each) => each.toFixed(1)).join(', ')} s; the first try comes after ${STOMP_RECONNECT_MS / 1_000} s`,
    },
  ];
};

const benchSockets = async (stage: Stage, { rounds, sized }: Ask): Promise<Finding[]> => {
  // After a kill, one process of two has the sockets of both.
  const most = Math.floor(mostSockets(2 * sized(20, 10_000, 16_000)) / 2);
  const plan = {
    // Divisible by every number of processes.
    perProcess: most - (most % Math.max(...PROCESSES)),
    pushes: sized(2, 10),
    betweenPushesMs: sized(300, 2_000),
    settleMs: sized(300, 3_000),
    backAfterMs: sized(100, STOMP_RECONNECT_MS),
  };
  const runs = await race(
    rounds,
    PROCESSES.map((processes) => () => runOver(stage, processes, plan)),
  );
  return PROCESSES.flatMap((processes, index) => findingsOf(processes, runs[index] ?? [], runs[0] ?? []));
};

/** Sockets over one, two and four processes on these cores: pushes, and what happens when a process dies. */
export const sockets: BenchCase = { name: 'sockets', run: (ask) => onStage((stage) => benchSockets(stage, ask)) };
