import type { PhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { Transact, Tx } from '@laurel/database/client';
import { after } from '../../clock.ts';
import {
  BOUNDARIES,
  type Move,
  type Moved,
  type MoveNumbers,
  type MovePlan,
  MoveRefusedError,
  mayApprove,
  needsTwoPeople,
  type Proposal,
  type ProposalState,
  planMove,
  proposalStateOf,
  requireDecidable,
  type Seen,
  stillHolds,
  TIME_OF,
} from './policy.ts';
import { decideProposal, type HistoryEntry, insertProposal, readProposal } from './proposals.store.ts';
import { type Basis, movePhases, readBasis, stopBallots } from './store.ts';

/** An edition: its id, the times of its files, and how many people must agree. */
type BaseEdition = { id: number; files: PhaseTimes; approvals: number };

type Deps = {
  /** The edition that this process serves. */
  edition(): BaseEdition;
  transact: Transact;
  readMoved(): Promise<Moved>;
  readProposals(): Promise<Proposal[]>;
  readHistory(): Promise<HistoryEntry[]>;
  countAffected(): Promise<MoveNumbers>;
  now(): Date;
  /** Makes this process read the moved times at once. */
  moved(): Promise<void>;
};

/** The effect of a move, with the number of votes and people that it affects. */
export type MovePreview = MovePlan & { needsSecondPerson: boolean; numbers: MoveNumbers };
/**
 * A proposal with its state. `plan` is the effect that its approval would have now, or null if it can't be approved.
 */
export type ProposalView = Proposal & { state: ProposalState; plan: MovePreview | null };
/** The effect of a move, and the id of its proposal; null if the move was made. */
export type MoveOutcome = { plan: MovePlan; proposal: number | null };

export type Moves = {
  /** The moved times in the database. */
  moved(): Promise<Moved>;
  /** The times on which a decision that is made now is based. */
  seen(): Promise<Seen>;
  /** The effect that a move would have. @throws MoveRefusedError */
  preview(move: Move): Promise<MovePreview>;
  /**
   * Moves times, or proposes the move to a second person if the edition requires one. No vote is written during the
   * move, and its "now" is later than every vote that was accepted before.
   * @param seen the times on which the organiser decided
   * @param options.alone move at once even if the edition requires a second person; the audit log says so
   * @throws MoveRefusedError also when the times have changed since, or this process has not read the newest edition
   */
  move(move: Move, organiser: Organiser, seen: Seen, options?: { alone?: boolean }): Promise<MoveOutcome>;
  /** Approves a proposal as a second person and makes the move, or refuses it. @throws MoveRefusedError */
  decide(id: number, approve: boolean, organiser: Organiser): Promise<MovePlan | null>;
  /** The newest proposals, newest first. */
  proposals(): Promise<ProposalView[]>;
  /** How many proposals of others this person may approve now. */
  waiting(actor: string): Promise<number>;
  history(): Promise<HistoryEntry[]>;
};

const timeText = (at: Date | null | undefined): string => at?.toISOString() ?? 'none';

/** The details of a move for the audit log; those of nominating only where people nominate. */
const detailOf = ({ before, after: then }: MovePlan): Record<string, string> =>
  Object.fromEntries(
    BOUNDARIES.filter((name) => (before[TIME_OF[name]] ?? then[TIME_OF[name]]) !== undefined).flatMap((name) => [
      [`${name}Before`, timeText(before[TIME_OF[name]])],
      [name, timeText(then[TIME_OF[name]])],
    ]),
  );

type Agreed = { edition: BaseEdition; organiser: Organiser; now: Date; agreedBy: number | 'alone' | null };

/** Makes a planned move. The audit log says which proposal it was, or that one person moved alone. */
const carryOut = async (tx: Tx, plan: MovePlan, { edition, agreedBy, ...rest }: Agreed): Promise<MovePlan> => {
  const agreement = agreedBy === 'alone' ? { oneOfTwoPeople: true } : agreedBy === null ? {} : { proposal: agreedBy };
  const detail = { ...detailOf(plan), ...agreement };
  await movePhases(tx, { ...rest, agreedBy, moved: plan.moved, files: edition.files, detail });
  return plan;
};

/** Requires that a move is based on the newest edition: the times of an older one must not replace its times. */
const requireNewest = ({ edition: newest }: Basis, { id }: BaseEdition): void => {
  if (newest === id) return;
  throw new MoveRefusedError('changed', 'Another edition was published meanwhile. Look again: laurel phase show.');
};
const requireSame = ({ moved }: Basis, { files }: BaseEdition, seen: Seen): void => {
  if (stillHolds(seen, moved, files)) return;
  throw new MoveRefusedError('changed', 'The times have changed meanwhile. Look again: laurel phase show.');
};

/** Moves of the phases, by one person or by two. */
export const createMoves = (deps: Deps): Moves => {
  const { transact } = deps;
  // Dates have whole milliseconds, so one millisecond more is later than the time of every accepted vote.
  const laterThanVotes = (): Date => after(deps.now(), 1);
  /** Makes this process read a stored move. Ignores a failure: the process reads the times every second. */
  const readMove = (): Promise<void> => deps.moved().catch(() => undefined);
  const needsSecond = (edition: BaseEdition, plan: MovePlan, now: Date): boolean =>
    edition.approvals > 1 && needsTwoPeople(plan, now);

  const previewOf = async (move: Move, moved: Moved): Promise<MovePreview> => {
    const edition = deps.edition();
    const now = laterThanVotes();
    const plan = planMove(edition.files, moved, move, now);
    return { ...plan, needsSecondPerson: needsSecond(edition, plan, now), numbers: await deps.countAffected() };
  };

  type Asked = { move: Move; organiser: Organiser; seen: Seen; edition: BaseEdition };

  const propose = async (plan: MovePlan, { move, organiser, seen, edition }: Asked): Promise<number> => {
    const numbers = await deps.countAffected();
    return transact(async (tx) => {
      const current = await readBasis(tx);
      requireNewest(current, edition);
      requireSame(current, edition, seen);
      const basis = { moved: seen.moved, files: edition.files };
      return insertProposal(tx, { move, seen: basis, numbers, organiser, detail: detailOf(plan), now: deps.now() });
    });
  };

  const moveNow = (alone: boolean, { move, organiser, seen, edition }: Asked): Promise<MovePlan> =>
    transact(async (tx) => {
      const current = await stopBallots(tx);
      requireNewest(current, edition);
      requireSame(current, edition, seen);
      const now = laterThanVotes();
      const plan = planMove(edition.files, current.moved, move, now);
      const isGuarded = needsSecond(edition, plan, now);
      if (isGuarded && !alone) {
        const text = 'Voting has begun meanwhile, so a second person must agree. Look again: laurel phase show.';
        throw new MoveRefusedError('changed', text);
      }
      return carryOut(tx, plan, { edition, organiser, now, agreedBy: isGuarded ? 'alone' : null });
    });

  const viewOf = async (proposal: Proposal, moved: Moved): Promise<ProposalView> => {
    const state = proposalStateOf(proposal, moved, deps.edition().files, deps.now());
    if (state !== 'proposed') return { ...proposal, state, plan: null };
    try {
      return { ...proposal, state, plan: await previewOf(proposal.move, moved) };
    } catch (error) {
      // A time that it proposes has passed.
      if (error instanceof MoveRefusedError) return { ...proposal, state: 'outdated', plan: null };
      throw error;
    }
  };

  return {
    moved: deps.readMoved,
    seen: async () => ({ moved: await deps.readMoved(), files: deps.edition().files }),
    preview: async (move) => previewOf(move, await deps.readMoved()),
    move: async (move, organiser, seen, { alone = false } = {}) => {
      const edition = deps.edition();
      const asked = { move, organiser, seen, edition };
      const now = laterThanVotes();
      const expected = planMove(edition.files, seen.moved, move, now);
      if (!alone && needsSecond(edition, expected, now)) {
        return { plan: expected, proposal: await propose(expected, asked) };
      }
      const plan = await moveNow(alone, asked);
      await readMove();
      return { plan, proposal: null };
    },
    decide: async (id, approve, organiser) => {
      const edition = deps.edition();
      const plan = await transact(async (tx) => {
        // An approval moves times, so no vote may be written. A refusal moves nothing.
        const current = approve ? await stopBallots(tx) : await readBasis(tx);
        if (approve) requireNewest(current, edition);
        const proposal = await readProposal(tx, id);
        if (!proposal) throw new MoveRefusedError('missing', `There is no proposal ${id}: see "laurel phase show".`);
        const now = laterThanVotes();
        requireDecidable(proposal, proposalStateOf(proposal, current.moved, edition.files, now), {
          actor: organiser.actor,
          approve,
        });
        if (!(await decideProposal(tx, { id, approve, organiser, now }))) {
          throw new MoveRefusedError('decided', `Somebody has decided proposal ${id} meanwhile.`);
        }
        if (!approve) return null;
        const proposed = planMove(edition.files, current.moved, proposal.move, now);
        const approver = { actor: organiser.actor, reason: proposal.reason };
        return carryOut(tx, proposed, { edition, organiser: approver, now, agreedBy: id });
      });
      await readMove();
      return plan;
    },
    proposals: async () => {
      const moved = await deps.readMoved();
      return Promise.all((await deps.readProposals()).map((each) => viewOf(each, moved)));
    },
    waiting: async (actor) => {
      const [moved, proposals] = await Promise.all([deps.readMoved(), deps.readProposals()]);
      const { files } = deps.edition();
      return proposals.filter((each) => mayApprove(each, { actor, moved, files, now: deps.now() })).length;
    },
    history: deps.readHistory,
  };
};
