import { STOMP_RECONNECT_MS } from '@laurel/contracts/limits';
import { freePort } from '@laurel/database/free-port';
import { gather, mostSockets } from '../audience.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { median } from '../measure.ts';
import { residentMb, startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

/** A restart with many sockets: seconds until all are subscribed again. */
const restart = async (stage: Stage, sockets: number, backAfterMs: number) => {
  const port = await freePort();
  const env = { ...stage.env, PORT: String(port) };
  const first = await startLaurel(env);
  const audience = await gather({ ports: [port], manner: 'laurel', heartBeats: true, backAfterMs }, sockets);
  const startedAt = performance.now();
  await first.stop();
  const stoppedAt = performance.now();
  const second = await startLaurel(env);
  const servedAt = performance.now();
  try {
    const { tries } = await audience.joined(2 * sockets);
    return {
      seconds: (performance.now() - startedAt) / 1000,
      awaySeconds: (servedAt - startedAt) / 1000,
      stopSeconds: (stoppedAt - startedAt) / 1000,
      tries: tries - sockets,
      residentMb: residentMb(second.pid),
    };
  } finally {
    await audience.leave();
    await second.stop();
  }
};

/** Restarts the real server under its subscribers, who reconnect like the web app: after 5 s, then 10, 20 … */
const benchReconnect = async (
  stage: Stage,
  rounds: number,
  wanted: number,
  backAfterMs: number,
): Promise<Finding[]> => {
  const sockets = mostSockets(wanted);
  const runs: Awaited<ReturnType<typeof restart>>[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await restart(stage, sockets, backAfterMs));
  const middle = (of: (run: (typeof runs)[number]) => number): number => median(runs.map(of));
  const all = runs.map(({ seconds }) => seconds.toFixed(1)).join(', ');
  return [
    {
      what: `${sockets.toLocaleString('en')} sockets back after a restart of the server`,
      value: middle(({ seconds }) => seconds),
      unit: ' s',
      digits: 1,
      goal: { atMost: 30 },
      note:
        `each: ${all} s; the server was away for ${middle(({ awaySeconds }) => awaySeconds).toFixed(1)} s ` +
        `(${middle(({ stopSeconds }) => stopSeconds).toFixed(1)} s of it stopping), a client's first try comes after ${backAfterMs / 1000} s; ` +
        `${middle(({ tries }) => tries).toFixed(0)} tries, server at ${middle((run) => run.residentMb).toFixed(0)} MB`,
    },
  ];
};

/** All subscribers reconnect at once. */
export const reconnect: BenchCase = {
  name: 'reconnect',
  run: ({ rounds, sized }) =>
    onStage((stage) => benchReconnect(stage, rounds, sized(20, 10_000), sized(100, STOMP_RECONNECT_MS))),
};
