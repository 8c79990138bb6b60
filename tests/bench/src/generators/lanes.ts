import { connect, type Socket } from 'node:net';
import { percentile } from '@laurel/api/rehearsal/requests';
import { readAnswers } from '../load.ts';

/** The results of one kind of request. Times are from when a request was due to its response, milliseconds. */
export type Fared = { statuses: Record<string, number>; p50: number; p99: number; most: number };

/** The idle time of a lane: shorter than the server's, so that no request is sent while the server closes the connection. */
const IDLE_MS = 30_000;

type Job = { bytes: Buffer; dueAt: number };
type Lane = { socket: Socket; job: Job | undefined };

/** Requests of one kind over a limited number of keep-alive connections. The time of waiting for one counts. */
export const createLanes = (port: number, most: number) => {
  const idle: Lane[] = [];
  const waiting: Job[] = [];
  let open = 0;
  let under = 0;
  let latencies: number[] = [];
  let statuses: Record<string, number> = {};

  const finish = (lane: Lane, status: string): void => {
    const { job } = lane;
    if (!job) return;
    lane.job = undefined;
    under -= 1;
    latencies.push(performance.now() - job.dueAt);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const give = (lane: Lane, job: Job): void => {
    lane.job = job;
    lane.socket.write(job.bytes);
  };
  const openLane = (): Lane => {
    const socket = connect(port, '127.0.0.1');
    const lane: Lane = { socket, job: undefined };
    open += 1;
    socket.setNoDelay(true);
    socket.setTimeout(IDLE_MS, () => {
      if (!lane.job) socket.destroy();
    });
    socket.on(
      'data',
      readAnswers((status) => {
        finish(lane, status);
        const next = waiting.shift();
        if (next) give(lane, next);
        else idle.push(lane);
      }),
    );
    socket.on('error', () => {});
    socket.on('close', () => {
      open -= 1;
      finish(lane, 'lost');
      const at = idle.indexOf(lane);
      if (at >= 0) idle.splice(at, 1);
      const next = waiting.shift();
      if (next) give(openLane(), next);
    });
    return lane;
  };

  return {
    send: (bytes: Buffer, dueAt: number): undefined => {
      under += 1;
      const job = { bytes, dueAt };
      const lane = idle.pop() ?? (open < most ? openLane() : undefined);
      if (lane) give(lane, job);
      else waiting.push(job);
    },
    /** Open requests. */
    under: () => under,
    /** The results since the last call; requests without a response so far count as `unanswered`. */
    fared: (): Fared => {
      const sorted = latencies.toSorted((one, other) => one - other);
      const result = { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: percentile(sorted, 1) };
      const given = under > 0 ? { ...statuses, unanswered: under } : statuses;
      latencies = [];
      statuses = {};
      return { statuses: given, ...result };
    },
  };
};

export type Lanes = ReturnType<typeof createLanes>;
