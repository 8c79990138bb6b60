import { type Db, inTransaction } from '@laurel/database/client';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import { shared } from '../concurrency/shared.ts';
import { createMoves } from '../features/phases/moves.service.ts';
import { countAffected, readHistory, readProposals } from '../features/phases/proposals.store.ts';
import type { Phases } from '../features/phases/service.ts';
import { readMoved } from '../features/phases/store.ts';
import type { EditionInfrastructure } from './edition.ts';

/** How long the numbers of a preview are kept, milliseconds: counting reads the sign-ups of a day. */
const NUMBERS_FOR_MS = 15_000;

type Options = {
  /** The connections of the role that moves: the application's for the command, or the console's. */
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  served: Pick<EditionInfrastructure['served'], 'current'>;
  phases: Pick<Phases, 'refresh' | 'later'>;
};

/** Wires the moves of the phases, for the command and for the console. */
export const wireMoves = ({ db, pool, clock, served, phases }: Options) =>
  createMoves({
    edition: () => {
      const { id, edition } = served.current();
      return { id, files: edition.phases, approvals: edition.approvals };
    },
    transact: (work) => inTransaction(db, work),
    readMoved: () => readMoved(pool),
    readProposals: () => readProposals(pool),
    readHistory: () => readHistory(pool),
    countAffected: shared(() => countAffected(pool, clock.now()), NUMBERS_FOR_MS),
    // Votes have the later of both clocks' times, too.
    now: () => phases.later(clock.now()),
    moved: phases.refresh,
  });
