import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts, for Prometheus. No label ever holds anything personal. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name, help, labelNames: [...labelNames], registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const seconds = (name: string, help: string, buckets: number[]) => new Histogram({ name, help, buckets, registers });

  return {
    registry,
    requests: counter('laurel_http_requests_total', 'Answered requests', ['route', 'status']),
    requestSeconds: seconds(
      'laurel_http_request_seconds',
      'Time to answer',
      [0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ),
    votes: counter('laurel_votes_total', 'Votes by what became of them', ['outcome']),
    batchSize: new Histogram({
      name: 'laurel_vote_batch_size',
      help: 'Votes in one batch',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    batchSeconds: seconds(
      'laurel_vote_batch_seconds',
      'Time to commit one batch',
      [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    ),
    ballotTrouble: counter('laurel_ballot_trouble_total', 'Failed batches and connections of the ballot box', ['what']),
    ballotDepth: gauge('laurel_ballot_depth', 'Votes waiting or being written'),
    sockets: gauge('laurel_sockets', 'Open realtime connections'),
    slowConsumers: counter('laurel_slow_consumers_total', 'Realtime connections cut off for not reading'),
    jobsWaiting: gauge('laurel_jobs_waiting', 'Mails and text messages waiting to leave'),
    smsCharged: gauge('laurel_sms_charged_last_hour', 'Text messages charged in the last hour'),
    smsRefused: counter('laurel_sms_refused_total', 'Text messages refused by a budget', ['budget']),
    adapterFailures: counter('laurel_adapter_failures_total', 'Failures of outside providers', [
      'adapter',
      'permanent',
    ]),
    guardProblems: gauge('laurel_guard_problems', 'Guards of the ballot box that do not stand'),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
