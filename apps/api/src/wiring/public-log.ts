import type { Edition } from '@laurel/catalog/edition';
import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import { isOver } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import { nodeVerifier, signerOf } from '@laurel/tlog/node';
import { formatVerifierKey, parseVerifierKey } from '@laurel/tlog/note';
import { formatPolicy } from '@laurel/tlog/policy';
import type { Signer } from '@laurel/tlog/port';
import { createWitnessClient } from '../adapters/witness/client.ts';
import { type Busy, isBusy } from '../concurrency/busy.ts';
import { createPoll } from '../concurrency/poll.ts';
import type { Phases } from '../features/phases/service.ts';
import { readLoggedEditions } from '../features/public-log/bundle.store.ts';
import { rulesOf, witnessesOf } from '../features/public-log/cosigners.policy.ts';
import { createEditions, readYear } from '../features/public-log/editions.store.ts';
import { keptIn } from '../features/public-log/kept.store.ts';
import { createLook } from '../features/public-log/look.service.ts';
import { createPeople } from '../features/public-log/people.service.ts';
import { originOf, type Seen, waitedSeconds, yearOf } from '../features/public-log/policy.ts';
import { ALARMS, createPublished, LogAlarmError, WAYS_OUT } from '../features/public-log/published.service.ts';
import { createReceipts } from '../features/public-log/receipts.service.ts';
import { createReport, type ReportSources } from '../features/public-log/report.service.ts';
import { countPeople, readOwnVotes } from '../features/public-log/reports.store.ts';
import { createSequencer } from '../features/public-log/sequencer.service.ts';
import { createLogStatus } from '../features/public-log/status.service.ts';
import { readFirstNote } from '../features/public-log/store.ts';
import { createTiles } from '../features/public-log/tree.service.ts';
import { cosignersOf } from '../features/public-log/witnesses.policy.ts';
import { createWitnesses } from '../features/public-log/witnesses.service.ts';
import { awaitBallots } from '../features/statistics/store.ts';
import { createMemoryLimit } from '../http/memory-limit.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Metrics } from './metrics.ts';

/** Each process looks in this interval whether votes are due, and for a newer checkpoint, milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** How long the count of verified voters is used for checkpoints, milliseconds: it reads every verification. */
const PEOPLE_CACHE_MS = 60_000;

/** The log's name and key. */
export type LogIdentity = { year: number; signer: Signer; verifierKey: string };

type Part = Pick<Infrastructure, 'config' | 'pool' | 'currentEdition' | 'publicUrl'>;

/** Opens the log's key; undefined without LOG_KEY. A log keeps the origin with which it began. */
export const openLogIdentity = async ({
  config,
  pool,
  currentEdition,
  publicUrl,
}: Part): Promise<LogIdentity | undefined> => {
  if (config.logKey === undefined) return undefined;
  const edition = currentEdition();
  const [origin = originOf(edition, publicUrl)] = (await readFirstNote(pool))?.split('\n') ?? [];
  const year = yearOf(origin) ?? edition.year;
  const signer = await signerOf(config.logKey, origin);
  return { year, signer, verifierKey: formatVerifierKey(signer.key) };
};

/** The fields of GET /edition about the log. */
export const publicLogOf = (identity: LogIdentity | undefined, { log }: Pick<Edition, 'log'>): PublicEdition['log'] =>
  identity === undefined
    ? null
    : {
        origin: identity.signer.key.name,
        verifierKey: identity.verifierKey,
        witnesses: log.witnesses.map(({ key }) => key),
      };

type Others = {
  /** Whether every winner is public. */
  isAnnounced(now: Date): Promise<boolean>;
  phases: Pick<Phases, 'at' | 'earlier' | 'isSettled' | 'times' | 'refresh'>;
  decisions: { published(): Promise<{ groups: readonly DecisionGroup[] }> };
  report: ReportSources;
  /** Measures since its last call. */
  busy: () => Busy;
};

/** Wires the public log: what is shown, the receipts, and the sequencer, if there is a key. */
export const wirePublicLog = (
  infrastructure: Infrastructure,
  identity: LogIdentity | undefined,
  metrics: Metrics,
  { phases, isAnnounced, decisions, report: sources, busy }: Others,
) => {
  const { config, clock, pool, replicated, logger, currentEdition } = infrastructure;
  const tiles = createTiles(pool);
  const ofAccount = (accountId: string) => readOwnVotes(pool, accountId);
  const perAccount = config.limits.receipts.account;
  const receiptReads = createMemoryLimit(perAccount.limit, perAccount.windowMs);
  if (!identity) {
    const published = { current: () => undefined };
    const receipts = createReceipts({
      readOwnVotes: ofAccount,
      tiles,
      published,
      year: currentEdition().year,
      replicated,
    });
    return { receipts, receiptReads, log: undefined, sequencer: undefined };
  }
  const { year, signer, verifierKey } = identity;
  const published = createPublished({
    db: pool,
    tiles,
    kept: keptIn(config.DATA_DIR, year),
    evidence: keptIn(config.DATA_DIR, year, 'evidence'),
    replicated,
    key: signer.key,
  });
  const rule = () => currentEdition().log;
  const witnessKeys = (): string[] => rule().witnesses.map(({ key }) => key);
  const decided = async () => (await decisions.published()).groups;
  let stopping = false;
  let seen: Seen = { at: clock.now(), oldest: null };
  const { run } = createSequencer({
    pool,
    tiles,
    published,
    signer,
    year,
    // A clock that is ahead would end the wait of votes for their group.
    now: () => phases.earlier(clock.now()),
    refresh: async () => {
      await infrastructure.served.refresh();
      await phases.refresh();
    },
    rule,
    times: phases.times,
    isOver: (now) => isOver(phases.at(now)),
    isAnnounced,
    report: createReport({
      ...sources,
      db: infrastructure.longPool,
      origin: signer.key.name,
      now: () => clock.now(),
      times: phases.times,
      decisions: decided,
      witnesses: witnessKeys,
    }),
    hasBegun: (now) => phases.at(now) !== 'scheduled',
    editionsAfter: createEditions(infrastructure),
    decisions: decided,
    countPeople: createPeople(() => countPeople(infrastructure.longPool), PEOPLE_CACHE_MS),
    isStopping: () => stopping,
    awaitBallots: () => awaitBallots(pool),
    onWaiting: ({ votes, oldest }) => {
      metrics.logWaiting.set(votes);
      seen = { ...seen, oldest };
    },
  });
  /** Whether at the last complete look voting was over and every vote was in the log. */
  const isAllSeen = (now: Date): boolean => seen.oldest === null && isOver(phases.at(now)) && phases.isSettled(seen.at);
  const report = (): void => {
    const now = clock.now();
    const opensAt = phases.times().votingOpensAt;
    metrics.logWaitingSeconds.set(isAllSeen(now) ? 0 : waitedSeconds(seen, opensAt, now));
    const shown = published.current();
    metrics.logSize.set(shown?.size ?? 0);
    metrics.logCosignatures.set(shown ? cosignersOf(shown.cosigned, witnessKeys()).length : 0);
    metrics.logQuorum.set(rule().quorum);
    const alarm = published.alarm();
    for (const kind of ALARMS) metrics.logAlarm.set({ kind }, alarm?.kind === kind ? 1 : 0);
  };
  const lookOnce = createLook({
    published,
    readWitnesses: async (size) => witnessesOf(rulesOf(await readLoggedEditions(pool, size))),
    witnessesFor: (asked) =>
      createWitnesses({
        db: pool,
        client: createWitnessClient(),
        log: signer.key,
        witnesses: () => witnessesOf([currentEdition().log, { witnesses: asked() }]),
        shown: published.current,
        newest: async () => {
          await published.refresh();
          return published.current();
        },
        readTile: tiles.read,
        now: () => clock.now(),
        logger,
      }),
    append: run,
    onComplete: () => {
      seen = { ...seen, at: clock.now() };
    },
  });
  const ownYear = currentEdition().year;
  const look = async (mayWait?: boolean): Promise<void> => {
    // After a switch the database speaks of the log of another edition, until this process does, too.
    if ((await readYear(pool)) === ownYear) await lookOnce(mayWait).finally(report);
  };
  const lookUnlessBusy = async (): Promise<void> => {
    await look(isBusy(busy())).finally(busy); // The next measurement begins now, and leaves out what the log did.
  };
  const poll = createPoll(LOOK_EVERY_MS, lookUnlessBusy, (error) => {
    if (error instanceof LogAlarmError)
      logger.error({ alarm: error.alarm, wayOut: WAYS_OUT[error.alarm.kind] }, error.message);
    else logger.warn({ err: error }, 'the public log could not be continued');
  });
  const reports = createLogStatus({
    db: pool,
    published,
    origin: signer.key.name,
    rule,
    witnesses: witnessKeys,
    policy: async () =>
      formatPolicy({
        log: signer.key,
        witnesses: await Promise.all(witnessKeys().map((key) => parseVerifierKey(nodeVerifier, key))),
        quorum: rule().quorum,
      }),
    isAnnounced: () => isAnnounced(clock.now()),
    isSettled: () => phases.isSettled(clock.now()),
  });
  return {
    receipts: createReceipts({ readOwnVotes: ofAccount, tiles, published, year, replicated }),
    receiptReads,
    log: { ...reports, year, verifierKey, published, tiles },
    /** `look` appends what is due. It runs every second after `start`, unless votes need the time. */
    sequencer: {
      look,
      start: poll.start,
      close: () => {
        stopping = true;
        return poll.close();
      },
    },
  };
};
