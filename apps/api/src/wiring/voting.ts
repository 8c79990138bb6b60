import { randomInt } from 'node:crypto';
import { isOver, resultsVisible } from '@laurel/catalog/phase';
import { inTransaction } from '@laurel/database/client';
import { readNominees } from '@laurel/database/nominees';
import { createBallotBox } from '../features/ballot/service.ts';
import { openWriter } from '../features/ballot/store.ts';
import { createEditionRoom } from '../features/edition/service.ts';
import { createPhases } from '../features/phases/service.ts';
import { readMoved } from '../features/phases/store.ts';
import type { CategoryOutline } from '../features/statistics/policy.ts';
import { createStatistics } from '../features/statistics/service.ts';
import { readPublished } from '../features/statistics/store.ts';
import { createVotes, type NomineeRef } from '../features/votes/service.ts';
import { votesOf } from '../features/votes/store.ts';
import { createMemoryLimit } from '../lib/memory-limit.ts';
import type { Metrics } from '../lib/metrics.ts';
import { NotImportedError } from './database.ts';
import type { Ground } from './ground.ts';

/** Tally slots to choose from: each process counts in one of its own, mostly. Sharing one costs time, not votes. */
const SLOTS = 64;

const keyOf = (nomination: string, niche: string): string => `${nomination}/${niche}`;

/**
 * The edition's categories, in its order, with the nominees' ids from the database.
 * @throws NotImportedError
 */
const outline = (edition: Ground['edition'], nominees: readonly NomineeRef[]): CategoryOutline[] => {
  const ids = new Map(nominees.map((each) => [`${keyOf(each.nomination, each.niche)}/${each.company}`, each.id]));
  const missing: string[] = [];
  const categories = edition.nominations.flatMap((nomination) =>
    nomination.categories.map((category) => ({
      nomination: nomination.tag,
      niche: category.tag,
      companies: category.companies.flatMap(({ tag }) => {
        const name = `${keyOf(nomination.tag, category.tag)}/${tag}`;
        const id = ids.get(name);
        if (id === undefined) missing.push(name);
        return id === undefined ? [] : [{ id, tag }];
      }),
    })),
  );
  if (missing.length > 0) throw new NotImportedError(missing);
  return categories;
};

/** The rooms of the vote itself: phases, ballot box, votes, statistics, edition. */
export const wireVoting = async (ground: Ground, metrics: Metrics) => {
  const { config, clock, edition, db, pool, logger } = ground;
  const nominees = await readNominees(db);
  const categories = outline(edition, nominees);
  const directUrl = config.DATABASE_LISTEN_URL ?? ground.databaseUrl;
  const slot = randomInt(SLOTS);

  const phases = createPhases({
    files: edition.phases,
    moved: await readMoved(pool),
    readMoved: () => readMoved(pool),
    transact: (work) => inTransaction(db, work),
    now: () => clock.now(),
    trouble: (error) => logger.warn({ err: error }, 'moved phases could not be read; those read last hold'),
  });

  const ballotBox = createBallotBox({
    openWriter: () => openWriter(directUrl, slot),
    now: () => clock.now(),
    observer: {
      batch: (size, milliseconds) => {
        metrics.batchSize.observe(size);
        metrics.batchSeconds.observe(milliseconds / 1000);
      },
      outcome: (outcome) => metrics.votes.inc({ outcome }),
      trouble: (error, what) => {
        metrics.ballotTrouble.inc({ what });
        logger.warn({ err: error, what }, 'the ballot box had trouble');
      },
    },
  });

  const votes = createVotes({
    nominees,
    isOpen: (now) => phases.at(now) === 'open',
    perAccount: createMemoryLimit(config.limits.votes.account.limit, config.limits.votes.account.windowMs),
    cast: ballotBox.cast,
  });

  const statistics = createStatistics({
    categories,
    readPublished: (final) => readPublished(pool, edition.results.publishEvery, final),
    visible: (now) => resultsVisible(edition.results.visibility, phases.at(now)),
    final: (now) => isOver(phases.at(now)),
    now: () => clock.now(),
    trouble: (error) => logger.warn({ err: error }, 'the statistics could not be read'),
  });

  return {
    phases,
    ballotBox,
    votes,
    votesOf: (userId: Parameters<typeof votesOf>[1]) => votesOf(db, userId),
    statistics,
    editionRoom: await createEditionRoom(edition, phases.times),
    reads: createMemoryLimit(config.limits.reads.network.limit, config.limits.reads.network.windowMs),
  };
};
