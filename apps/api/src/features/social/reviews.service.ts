import { UNDO_MS } from '@laurel/contracts/console/calls/reviews';
import type { Organiser } from '@laurel/database/audit';
import type { Db, Transact } from '@laurel/database/client';
import type { Keyring } from '../../crypto/keyring.ts';
import { hashHandle } from '../../crypto/random.ts';
import type { Hold } from '../../jobs/port.ts';
import { type Notices, notifyDecision } from './notice.service.ts';
import { maskEmail, type ReviewOutcome } from './policy.ts';
import type { UndoOutcome } from './reviews.policy.ts';
import {
  countPending,
  decideSubmission,
  findSubmission,
  type Pending,
  readPending,
  undoDecision,
} from './reviews.store.ts';

type Deps = Notices & {
  /** The database in the role of the application or of the console. Changes are made by functions of the database. */
  db: Db;
  transact: Transact;
  keyring: Pick<Keyring, 'open'>;
};

/** A pending Instagram name, with the account masked. `proofCode` is the code that the user has to send, or null. */
export type Review = Omit<Pending, 'email' | 'proofCode'> & { maskedEmail: string; proofCode: string | null };

/** An organiser's decision. */
export type Decision = ({ id: string } | { eventId: string }) & {
  approved: boolean;
  organiser: Organiser;
  now: Date;
  /** Sends the mail without the time to undo the decision. */
  atOnce?: true;
};

export type Reviews = {
  /**
   * Names that wait for a decision, the oldest first.
   * @param query.after the id to continue after; null for the first page
   */
  pending(query: { after: string | null; limit: number; now: Date }): Promise<Review[]>;
  /** The number of names that wait for a decision. */
  waiting(now: Date): Promise<number>;
  /** Decides on a name once, and mails the user when the decision can't be undone any more (SO-03). */
  decide(decision: Decision): Promise<ReviewOutcome>;
  /**
   * Undoes a decision that an organiser made less than a minute ago: the name is pending again, and its mail is not
   * sent. Votes cast since then stay; `undo_social_link` decides which account keeps the name.
   */
  undo(decision: { id: string; organiser: Organiser; now: Date }): Promise<UndoOutcome>;
};

/** Reads, makes and undoes the decisions of organisers on Instagram names. */
export const createReviews = ({ db, transact, keyring, ...notices }: Deps): Reviews => ({
  pending: async (query) =>
    (await readPending(db, query)).map(({ email, proofCode, ...review }) => ({
      ...review,
      maskedEmail: maskEmail(email),
      proofCode: proofCode && keyring.open('proof-code', proofCode).toString(),
    })),
  waiting: (now) => countPending(db, now),
  decide: async ({ approved, organiser, now, atOnce, ...which }) => {
    const id = 'id' in which ? which.id : await findSubmission(db, hashHandle(which.eventId));
    if (id === undefined) return 'UNKNOWN';
    const hold: Hold | undefined = atOnce ? undefined : { id, ms: UNDO_MS };
    return transact(async (tx): Promise<ReviewOutcome> => {
      const decided = await decideSubmission(tx, { id, approved, organiser, now });
      if (decided.tag === null) return decided.outcome;
      const verdict = { approved: decided.outcome === 'VERIFIED', phoneVerified: decided.phoneVerified };
      await notifyDecision(tx, notices, { to: decided, tag: decided.tag, ...verdict, hold });
      return decided.outcome;
    });
  },
  undo: (decision) => transact((tx) => undoDecision(tx, decision)),
});
