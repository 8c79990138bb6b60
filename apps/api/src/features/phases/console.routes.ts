import type { LogStatus } from '@laurel/contracts/calls/log';
import * as calls from '@laurel/contracts/console/calls/phases';
import { isSamePerson } from '@laurel/contracts/console/same-person';
import { type PhaseTimes, type ShownPhase, shownPhaseAt } from '@laurel/contracts/phase';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { ok } from '../../http/call.ts';
import { organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import type { MoveOutcome, MovePreview, Moves, ProposalView } from './moves.service.ts';
import {
  BOUNDARIES,
  type Boundary,
  effectiveTimes,
  logStateOf,
  type Move,
  type MoveNumbers,
  MoveRefusedError,
  reopens,
  type Seen,
  VALID_MS,
} from './policy.ts';

type Deps = {
  moves: Moves;
  phases: { shown(now: Date): ShownPhase };
  /** The times of the edition's files, and how many people must agree. */
  files(): PhaseTimes;
  approvals(): number;
  /** The state of the public log; undefined without one. */
  log(): Promise<LogStatus | undefined>;
  now(): Date;
};

type Sent<Time> = Partial<Record<Boundary, Time | undefined>>;

/**
 * The failure of a call whose move was refused. If the organiser can correct the move or decide again, `metadata.rule`
 * names the broken rule.
 */
const refused = (error: unknown): unknown => {
  if (!(error instanceof MoveRefusedError)) return error;
  const { rule } = error;
  if (rule === 'missing') return new AppError('console.not_found');
  if (rule === 'second_person') return new AppError('console.second_person');
  if (rule === 'changed' || rule === 'decided' || rule === 'expired')
    return new AppError('console.changed', { metadata: { rule } });
  return new AppError('console.times_refused', { metadata: { field: 'move', rule } });
};
const refusing = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    throw refused(error);
  });

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const eachOf = <From, To>(sent: Sent<From>, read: (at: From) => To): Partial<Record<Boundary, To>> =>
  Object.fromEntries(
    BOUNDARIES.flatMap((boundary) => {
      const at = sent[boundary];
      return at === undefined ? [] : [[boundary, read(at)]];
    }),
  );
const NO_TIMES: PhaseTimes = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));
type SentTimes = calls.MovePreview['before'];
const seenFrom = ({ inFiles, ...moved }: Sent<string | null> & { inFiles?: SentTimes | undefined }): Seen => ({
  moved: eachOf(moved, dateOf),
  files: inFiles && effectiveTimes(NO_TIMES, eachOf(inFiles, dateOf)),
});
const moveFrom = ({ clear, ...sent }: Sent<string | null> & { clear: boolean }): Move => ({
  clear,
  ...eachOf(sent, (at) => (at === 'now' ? at : dateOf(at))),
});

const timesTo = ({ nominatingOpensAt, nominatingClosesAt, ...times }: PhaseTimes) => ({
  ...(nominatingOpensAt !== undefined && { nominatingOpens: isoOf(nominatingOpensAt) }),
  ...(nominatingClosesAt !== undefined && { nominatingCloses: isoOf(nominatingClosesAt) }),
  opens: isoOf(times.votingOpensAt),
  closes: isoOf(times.votingClosesAt),
  announced: isoOf(times.winnersAnnouncedAt),
});
const numbersTo = (numbers: MoveNumbers) => ({ ...numbers, countedAt: numbers.countedAt.toISOString() });
const planTo = (plan: MovePreview): calls.MovePreview => ({
  before: timesTo(plan.before),
  after: timesTo(plan.after),
  phaseBefore: plan.phaseBefore,
  phaseAfter: plan.phaseAfter,
  reopens: reopens(plan),
  needsSecondPerson: plan.needsSecondPerson,
  numbers: numbersTo(plan.numbers),
});

const proposalTo = (proposal: ProposalView, person: TeamMember): calls.PhaseProposal => ({
  id: proposal.id,
  move: {
    clear: proposal.move.clear,
    ...eachOf(proposal.move, (at) => (at instanceof Date ? at.toISOString() : at)),
  },
  state: proposal.state,
  reason: proposal.reason,
  proposedBy: proposal.proposedBy,
  proposedAt: proposal.proposedAt.toISOString(),
  expiresAt: new Date(proposal.proposedAt.getTime() + VALID_MS).toISOString(),
  decidedBy: proposal.decidedBy,
  decidedAt: isoOf(proposal.decidedAt),
  numbers: numbersTo(proposal.numbers),
  plan: proposal.plan && planTo(proposal.plan),
  mayDecide: !isSamePerson(proposal.proposedBy, person.actor),
});

/** Reads a time from the details of an entry of the audit log, in which `none` is no time. */
const timeIn = (detail: Readonly<Record<string, unknown>>, key: string): string | null => {
  const at = detail[key];
  return typeof at === 'string' && at !== 'none' ? at : null;
};
const timesIn = (detail: Readonly<Record<string, unknown>>, suffix: '' | 'Before') => ({
  nominatingOpens: timeIn(detail, `nominatingOpens${suffix}`),
  nominatingCloses: timeIn(detail, `nominatingCloses${suffix}`),
  opens: timeIn(detail, `opens${suffix}`),
  closes: timeIn(detail, `closes${suffix}`),
  announced: timeIn(detail, `announced${suffix}`),
});

/** The times of the phases: moved by one person, or proposed by one and approved by another. */
export const registerPhasesConsoleRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { moves, phases, now } = deps;
  const outcomeTo = ({ proposal }: Pick<MoveOutcome, 'proposal'>) =>
    ok({ done: proposal === null, proposal, phase: phases.shown(now()) });

  serveConsoleCall(app, calls.readPhases, async (_input, person) => {
    const [moved, proposals, history, log] = await Promise.all([
      moves.moved(),
      moves.proposals(),
      moves.history(),
      deps.log(),
    ]);
    const at = now();
    // The phase by the times in the database: this process may not have read them yet.
    const times = effectiveTimes(deps.files(), moved);
    return {
      now: at.toISOString(),
      phase: shownPhaseAt(times, at),
      timeZone: DISPLAY_TIME_ZONE,
      times: timesTo(times),
      inFiles: timesTo(deps.files()),
      moved: eachOf(moved, isoOf),
      approvals: deps.approvals(),
      history: history.map(({ detail, ...entry }) => ({
        ...entry,
        at: entry.at.toISOString(),
        before: timesIn(detail, 'Before'),
        after: timesIn(detail, ''),
      })),
      proposals: proposals.map((each) => proposalTo(each, person)),
      log: log === undefined ? null : logStateOf(log),
    };
  });
  serveConsoleCall(app, calls.previewMove, async ({ body }) =>
    ok(planTo(await refusing(() => moves.preview(moveFrom(body.move))))),
  );

  type Decided = { reason: string; expected: Parameters<typeof seenFrom>[0] };
  const make = (move: Move, person: TeamMember, body: Decided) =>
    refusing(() => moves.move(move, organiserOf(person, body), seenFrom(body.expected)));
  serveConsoleCall(app, calls.movePhases, async ({ body }, person) =>
    outcomeTo(await make(moveFrom(body.move), person, body)),
  );
  serveConsoleCall(app, calls.closeNow, async ({ body }, person) =>
    outcomeTo(await make({ clear: false, closes: 'now' }, person, body)),
  );
  serveConsoleCall(app, calls.announce, async ({ body }, person) =>
    outcomeTo(await make({ clear: false, announced: 'now' }, person, body)),
  );

  for (const call of [calls.approveMove, calls.refuseMove]) {
    serveConsoleCall(app, call, async ({ params, body }, person) => {
      await refusing(() => moves.decide(params.id, call === calls.approveMove, organiserOf(person, body)));
      return outcomeTo({ proposal: null });
    });
  }
};
