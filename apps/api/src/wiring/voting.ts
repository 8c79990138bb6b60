import { randomInt } from 'node:crypto';
import { isOver, resultsVisible, votingEndsAt } from '@laurel/contracts/phase';
import type { StatisticsItem } from '@laurel/contracts/records';
import { AppError } from '../app-error.ts';
import { busyMeter } from '../concurrency/busy.ts';
import { createLogKey } from '../crypto/log-key.ts';
import { createEditionService } from '../features/edition/service.ts';
import { createClockDifference } from '../features/phases/difference.service.ts';
import { createPhases } from '../features/phases/service.ts';
import { readDatabaseMs, readMoved } from '../features/phases/store.ts';
import { readLastVote } from '../features/public-log/reports.store.ts';
import { socialNetworksOf } from '../features/social/policy.ts';
import { readRevealed } from '../features/stage/store.ts';
import type { TieBreak } from '../features/statistics/port.ts';
import { createStatistics } from '../features/statistics/service.ts';
import { awaitBallots, countVoters, readPublication, readPublished, readStored } from '../features/statistics/store.ts';
import { createTurnout } from '../features/statistics/turnout.service.ts';
import { createBallotBox } from '../features/votes/ballot.service.ts';
import { openWriter } from '../features/votes/ballot.store.ts';
import { createNonces } from '../features/votes/nonces.service.ts';
import { createVoteOrigins } from '../features/votes/origins.service.ts';
import { recordOrigins, settleOrigins } from '../features/votes/origins.store.ts';
import { createPromises, type LeafNames, type Promises } from '../features/votes/promises.service.ts';
import { createVotes } from '../features/votes/service.ts';
import { replicatedVotesOf } from '../features/votes/store.ts';
import type { Finished } from '../http/common-answer.ts';
import { createMemoryLimit } from '../http/memory-limit.ts';
import { BATCH_DELAY_MS } from '../limits.ts';
import type { Infrastructure } from './infrastructure.ts';
import { wireListed } from './listed.ts';
import type { Metrics } from './metrics.ts';
import { wireMoves } from './moves.ts';
import { type LogIdentity, openLogIdentity, publicLogOf } from './public-log.ts';

/** Tally slots. Each process picks one at random; two processes that share one are slower, but lose no votes. */
const SLOTS = 64;

/** Wires the promises of the public log; undefined if there is no log. */
const wirePromises = (
  { logKey }: Infrastructure['config'],
  identity: LogIdentity | undefined,
  namesOf: (nomineeId: number) => LeafNames | undefined,
): Promises | undefined => {
  if (logKey === undefined || identity === undefined) return undefined;
  const log = { origin: identity.signer.key.name, year: identity.year };
  return createPromises({ key: createLogKey(logKey), log, namesOf });
};

/** Wires the features of voting: phases, ballot box, votes, statistics, edition. */
export const wireVoting = async (infrastructure: Infrastructure, metrics: Metrics) => {
  const { config, clock, edition, served, currentEdition, db, pool, replicated, logger } = infrastructure;
  const listed = wireListed(served.current());
  const directUrl = config.DATABASE_LISTEN_URL ?? infrastructure.databaseUrl;
  const slot = randomInt(SLOTS);

  const clockDifference = createClockDifference({
    readDatabaseMs: () => readDatabaseMs(pool),
    now: () => clock.now(),
    monotonicMs: () => performance.now(),
    onError: (error) => logger.warn({ err: error }, 'the database’s clock could not be read'),
  });

  const phases = createPhases({
    files: () => currentEdition().phases,
    moved: await readMoved(pool),
    readMoved: () => readMoved(pool),
    databaseAheadMs: clockDifference.databaseAheadMs,
    onError: (error) => logger.warn({ err: error }, 'moved phases could not be read; those read last hold'),
  });

  const moves = wireMoves({ db, pool, clock, served, phases });

  const logIdentity = await openLogIdentity(infrastructure);

  let writtenMs = 0;
  const ballotBox = createBallotBox({
    openWriter: () => openWriter(directUrl, slot, config.production ? BATCH_DELAY_MS : undefined),
    // The database refuses votes after an end that this process has not read yet.
    now: () => phases.later(clock.now()),
    promises: wirePromises(config, logIdentity, listed.namesOf),
    observer: {
      batch: (size, milliseconds) => {
        writtenMs += milliseconds;
        metrics.batchSize.observe(size);
        metrics.batchSeconds.observe(milliseconds / 1000);
      },
      outcome: (outcome) => metrics.votes.inc({ outcome }),
      problem: (error, what) => {
        metrics.ballotTrouble.inc({ what });
        logger.warn({ err: error, what }, 'the ballot box had trouble');
      },
    },
  });

  const { account: perAccount } = config.limits.votes;
  const votes = createVotes({
    nomineeOf: listed.nomineeOf,
    isOpen: (now) => {
      const isOpen = phases.isOpen(now);
      // Another process may know the right time now, and this process soon.
      if (isOpen === undefined) throw new AppError('server.unavailable', { retryAfterSeconds: 1 });
      return isOpen;
    },
    perSession: createMemoryLimit(perAccount.limit, perAccount.windowMs),
    perAccount: createMemoryLimit(perAccount.limit, perAccount.windowMs),
    nonces: createNonces(),
    cast: ballotBox.cast,
  });

  /** Creates a meter. Each caller needs its own, because a meter measures since its last call. */
  const newBusyMeter = () => busyMeter(() => writtenMs);

  const voteOrigins = createVoteOrigins({
    record: (lines) => recordOrigins(pool, lines),
    settle: () => settleOrigins(pool),
    busy: newBusyMeter(),
    onDropped: (rows, why) => metrics.originsDropped.inc({ why }, rows),
    onError: (error) => logger.warn({ err: error }, 'the origins of votes could not be stored'),
  });

  /** What ends a tie. @param final whether every vote is stored */
  const readTieBreak = async (final: boolean): Promise<TieBreak> => {
    if (currentEdition().results.tieBreak !== 'draw') return { rule: 'joint' };
    if (!logIdentity) return { rule: 'noLog' };
    const last = final ? await readLastVote(pool) : undefined;
    return last ? { rule: 'draw', root: last.root.toString('base64') } : { rule: 'waits' };
  };

  /** What the stage has shown, if the announcement follows it. */
  const revealed = async () => (currentEdition().announce ? readRevealed(pool) : undefined);

  const statistics = createStatistics({
    get categories() {
      return listed.categories();
    },
    readPublished: async (final) => {
      // A commit that waits for a standby is not visible yet.
      if (final) await awaitBallots(pool);
      return readPublished(pool, edition.results.publishEvery, final);
    },
    readStored: (ended) => readStored(pool, ended),
    readTieBreak,
    visible: (now) => resultsVisible(edition.results.visibility, phases.at(now)),
    ended: (now) =>
      isOver(phases.at(now)) && phases.isSettled(now) ? (votingEndsAt(phases.times()) ?? undefined) : undefined,
    announced: (now) => phases.at(now) === 'announced',
    readRevealed: revealed,
    now: () => clock.now(),
    onError: (error) => logger.warn({ err: error }, 'the statistics could not be read'),
  });

  const turnout = createTurnout({
    publication: async () => {
      // Reading the statistics publishes the totals that are due.
      await statistics.current();
      return statistics.shows() ? readPublication(pool) : undefined;
    },
    countVoters: () => countVoters(infrastructure.longPool),
    visible: (now) => resultsVisible(edition.results.visibility, phases.at(now)),
    now: () => clock.now(),
    onError: (error) => logger.warn({ err: error }, 'the voters could not be counted'),
  });

  served.onImported(() => {
    listed.follow(served.current());
    phases.editionChanged();
  });

  let read: { of: Finished; items: readonly StatisticsItem[] } | undefined;
  /** The published statistics, parsed once for each change. */
  const shares = async (): Promise<readonly StatisticsItem[]> => {
    const of = await statistics.current();
    if (read?.of !== of) read = { of, items: JSON.parse(of.body.toString()) };
    return read.items;
  };

  return {
    shares,
    phases,
    clockDifference,
    moves,
    ballotBox,
    votes,
    voteOrigins,
    votesOf: replicatedVotesOf(pool, replicated),
    statistics,
    readTieBreak,
    /** Whether every winner is public. */
    isAnnounced: async (now: Date): Promise<boolean> => {
      if (phases.at(now) !== 'announced') return false;
      const shown = await revealed();
      return listed.categories().every(({ nomination, niche }) => shown?.has(`${nomination}/${niche}`) ?? true);
    },
    /** The published votes (nominee id → counted votes), in the steps of the edition. */
    publishedTotals: async () => (await readPublished(pool, edition.results.publishEvery, false)).totals,
    turnout,
    newBusyMeter,
    logIdentity,
    editionService: createEditionService({
      edition: currentEdition,
      times: phases.times,
      earlier: phases.earlier,
      deploymentOf: (shown) => ({ log: publicLogOf(logIdentity, shown), socialNetworks: socialNetworksOf(config) }),
      refresh: served.refresh,
    }),
    reads: createMemoryLimit(config.limits.reads.network.limit, config.limits.reads.network.windowMs),
  };
};
