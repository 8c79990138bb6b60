import { FLOOD_WORKS } from '@laurel/contracts/proof';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, for Prometheus. No label holds personal data. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name, help, labelNames: [...labelNames], registers });
  const gauge = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames: [...labelNames], registers });
  const seconds = <const L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ) => new Histogram<L>({ name, help, buckets, labelNames: [...labelNames], registers });

  const metrics = {
    registry,
    requests: counter('laurel_http_requests_total', 'Answered requests', ['route', 'status']),
    requestSeconds: seconds(
      'laurel_http_request_seconds',
      'Time to answer',
      [0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      ['route'],
    ),
    votes: counter('laurel_votes_total', 'Votes by outcome', ['outcome']),
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
    originsDropped: counter('laurel_vote_origins_dropped_total', 'Origins of votes that were not stored', ['why']),
    sockets: gauge('laurel_sockets', 'Open realtime connections'),
    slowConsumers: counter('laurel_slow_consumers_total', 'Realtime connections cut off for not reading'),
    jobsWaiting: gauge('laurel_jobs_waiting', 'Mails and text messages waiting to leave'),
    jobsOverdue: gauge('laurel_jobs_overdue', 'Jobs that no worker took for five minutes'),
    jobsDead: gauge('laurel_jobs_dead', 'Jobs that failed for good'),
    smsCharged: gauge('laurel_sms_charged_last_hour', 'Text messages charged in the last hour'),
    smsBudget: gauge('laurel_sms_hourly_budget', 'Text messages that may be charged in an hour'),
    smsRefused: counter('laurel_sms_refused_total', 'Text messages refused by a budget', ['budget']),
    floodLevel: gauge('laurel_flood_level', 'Difficulty of the required proof of work, 0 if none is required', [
      'work',
      'scope',
    ]),
    floodAsked: counter('laurel_flood_requests_total', 'Requests in a flood, by outcome', ['work', 'outcome']),
    adapterFailures: counter('laurel_adapter_failures_total', 'Failures of outside providers', [
      'adapter',
      'permanent',
    ]),
    editionServed: gauge('laurel_edition_served', 'Number of the imported edition that this process serves'),
    editionFiles: gauge(
      'laurel_edition_files',
      'Whether the files in EDITION_DIR are the edition that is served (1 at what holds: served, not_imported, bad, console: another one was published in the console, or archived: they are of an archived year)',
      ['state'],
    ),
    guardProblems: gauge('laurel_guard_problems', 'Guards of the ballot box that are missing or weakened'),
    tallyDifferences: gauge('laurel_tally_differences', 'Nominees whose tally is not their count of votes'),
    databaseUp: gauge('laurel_database_up', 'Whether the database answered this process (1) or not (0)'),
    databaseBytes: gauge('laurel_database_bytes', 'Size of the database'),
    clockSkew: gauge('laurel_clock_skew_seconds', "How far this machine's clock is from the database's"),
    logSize: gauge('laurel_log_size', 'Leaves of the public log that this process shows'),
    logCosignatures: gauge(
      'laurel_log_cosignatures',
      'Witnesses of the edition whose cosignature is on the checkpoint that this process shows',
    ),
    logQuorum: gauge('laurel_log_quorum', 'How many of them must have cosigned it'),
    logWaiting: gauge('laurel_log_waiting', 'Votes that are not in the public log yet'),
    logWaitingSeconds: gauge(
      'laurel_log_waiting_seconds',
      'How long the oldest of them has waited, or how long nobody could look',
    ),
    logAlarm: gauge(
      'laurel_log_alarm',
      'Whether the public log has stopped (1), because its database is older than what it or a witness was shown, has other leaves, another key, other tiles, or rows that contradict it',
      ['kind'],
    ),
    walHeldBytes: gauge('laurel_wal_held_bytes', 'WAL that the database keeps for a backup or standby that lags'),
    walReceiversAway: gauge('laurel_wal_receivers_away', 'Replication slots (backups, standbys) without a reader'),
  };
  // Prometheus sees no increase in a counter's first sample: without an initial 0 it would miss the first event.
  for (const budget of ['country', 'network', 'total', 'money']) metrics.smsRefused.inc({ budget }, 0);
  for (const work of FLOOD_WORKS) {
    for (const scope of ['site', 'network']) metrics.floodLevel.set({ work, scope }, 0);
    for (const outcome of ['challenged', 'admitted', 'refused']) metrics.floodAsked.inc({ work, outcome }, 0);
  }
  for (const what of ['connect', 'rolled_back', 'in_doubt', 'promise']) metrics.ballotTrouble.inc({ what }, 0);
  for (const why of ['full', 'failed']) metrics.originsDropped.inc({ why }, 0);
  for (const outcome of ['accepted', 'in_doubt', 'refused']) metrics.votes.inc({ outcome }, 0);
  for (const adapter of ['email', 'sms', 'telegram', 'instagram']) {
    for (const permanent of ['true', 'false']) metrics.adapterFailures.inc({ adapter, permanent }, 0);
  }
  return metrics;
};

export type Metrics = ReturnType<typeof createMetrics>;
