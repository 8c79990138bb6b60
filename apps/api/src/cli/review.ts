import { UNDO_MS } from '@laurel/contracts/console/calls/reviews';
import type { Organiser } from '@laurel/database/audit';
import { z } from 'zod';
import { shownTime } from '../checks/shown-time.ts';
import type { Clock } from '../clock.ts';
import type { ReviewOutcome } from '../features/social/policy.ts';
import { REVIEW_ACTIONS, type UndoOutcome } from '../features/social/reviews.policy.ts';
import type { Review, Reviews } from '../features/social/reviews.service.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, table } from './output.ts';
import { readSince } from './time.ts';

type ReviewDeps = {
  reviews: Reviews;
  clock: Clock;
};

/** The most pending names to read and list. */
const MAX_PENDING = 100_000;

/** A pending name in the JSON output. */
const listed = ({ id, tag, submittedAt, expiresAt, maskedEmail, proofCode }: Review) => ({
  id,
  tag,
  submittedAt,
  expiresAt,
  maskedEmail,
  proofCode,
});

/** `laurel review list`: lists pending Instagram names, oldest first. */
export const listReviews = async (
  { reviews, clock }: ReviewDeps,
  output: Output,
  options: { json: boolean },
): Promise<ExitCode> => {
  const pending = await reviews.pending({ after: null, limit: MAX_PENDING, now: clock.now() });
  if (options.json) {
    output.line(json(pending.map(listed)));
    return EXIT.ok;
  }
  if (pending.length === 0) {
    output.line('No submission is waiting for review.');
    return EXIT.ok;
  }
  const rows = pending.map(({ id, tag, submittedAt, expiresAt, maskedEmail, proofCode }) => [
    id,
    `@${tag}`,
    shownTime(submittedAt),
    shownTime(expiresAt),
    maskedEmail,
    proofCode ?? '-',
  ]);
  for (const line of table(['ID', 'INSTAGRAM', 'SUBMITTED', 'WAITS UNTIL', 'ACCOUNT', 'CODE'], rows)) output.line(line);
  return EXIT.ok;
};

/** The most past decisions to read and list. */
const MAX_DECISIONS = 500;
const SAID: Readonly<Record<string, string>> = {
  [REVIEW_ACTIONS.approve]: 'approved',
  [REVIEW_ACTIONS.reject]: 'rejected',
  [REVIEW_ACTIONS.undo]: 'undone',
};

/** `laurel review list --decided`: lists past decisions, newest first. */
const listDecided = async (
  { reviews }: ReviewDeps,
  output: Output,
  { json: inJson, since }: Json & { since: Date | null },
): Promise<ExitCode> => {
  const past = await reviews.past({ since, limit: MAX_DECISIONS });
  if (inJson) output.line(json(past));
  else if (past.length === 0) output.line('No submission was decided.');
  else {
    const rows = past.map(({ id, tag, at, actor, action, outcome, reason }) => [
      id,
      `@${tag}`,
      `${SAID[action] ?? action}${outcome === 'TAG_USED' ? ', but another person has the name' : ''}`,
      shownTime(at),
      actor,
      reason ?? '-',
    ]);
    for (const line of table(['ID', 'INSTAGRAM', 'WHAT', 'WHEN', 'WHO', 'WHY'], rows)) output.line(line);
  }
  return EXIT.ok;
};

type Told<Outcome extends string> = Record<Outcome, { exit: ExitCode; text: (id: string) => string }>;

const MAIL = 'An email informs the person in a minute; until then "laurel review undo" takes it back.';
const DECIDED: Told<ReviewOutcome> = {
  VERIFIED: { exit: EXIT.ok, text: (id) => `${id} is approved. ${MAIL}` },
  NOT_VERIFIED: { exit: EXIT.ok, text: (id) => `${id} is rejected. ${MAIL}` },
  TAG_USED: {
    exit: EXIT.problem,
    text: (id) =>
      `${id} could not be approved: another person has proven this name. It is rejected, and an email informs the person.`,
  },
  DECIDED: {
    exit: EXIT.misuse,
    text: (id) => `${id} was decided before. Nothing was changed. "laurel review list --decided" says how.`,
  },
  EXPIRED: {
    exit: EXIT.misuse,
    text: (id) => `${id} is older than a day and no longer counts. The person has to submit the name again.`,
  },
  UNKNOWN: {
    exit: EXIT.misuse,
    text: (id) => `There is no submission ${id}. "laurel review list" shows those that wait.`,
  },
};
const UNDONE: Told<UndoOutcome> = {
  UNDONE: { exit: EXIT.ok, text: (id) => `${id} waits for a decision again. No mail has left.` },
  LATE: { exit: EXIT.misuse, text: (id) => `${id} was decided more than a minute ago, and its user was notified.` },
  TAKEN: { exit: EXIT.problem, text: (id) => `${id} stays decided: another person has submitted this name since.` },
  UNDECIDED: { exit: EXIT.misuse, text: (id) => `${id} has no decision to undo.` },
  UNKNOWN: { exit: EXIT.misuse, text: (id) => `There is no submission ${id}.` },
};

/** Prints the outcome of each submission. Returns the worst exit code. */
const tell = <Outcome extends string>(
  output: Output,
  told: Told<Outcome>,
  came: readonly { id: string; outcome: Outcome }[],
  { json: inJson }: Json,
): ExitCode => {
  let worst: ExitCode = EXIT.ok;
  for (const { id, outcome } of came) {
    const { exit, text } = told[outcome];
    if (exit > worst) worst = exit;
    if (inJson) continue;
    if (exit === EXIT.ok) output.line(text(id));
    else output.problem(text(id));
  }
  if (inJson) output.line(json(came));
  return worst;
};

/** Parses an ID of `laurel review list`. @throws MisuseError */
export const reviewId = (text: string): string => {
  const id = z.guid().safeParse(text);
  if (id.success) return id.data.toLowerCase();
  throw new MisuseError(
    `"${text}" is not an ID of a submission, nor a name like @ada: "laurel review list" shows them in its first two columns.`,
  );
};

/** Finds the submissions of IDs and names, without duplicates. @throws MisuseError if one matches none or several */
const idsOf = (texts: readonly string[], known: readonly { id: string; tag: string }[]): string[] => {
  const ids = texts.map((text) => {
    if (!text.startsWith('@')) return reviewId(text);
    const name = text.slice(1).toLowerCase();
    const meant = [...new Set(known.filter(({ tag }) => tag.toLowerCase() === name).map(({ id }) => id))];
    const [id] = meant;
    if (id !== undefined && meant.length === 1) return id;
    throw new MisuseError(
      meant.length === 0
        ? `There is no submission of ${text}. Nothing was changed. "laurel review list" shows those that wait.`
        : `${text} was submitted by ${meant.length} people. Say which by ID: ${meant.join(' or ')}. Nothing was changed.`,
    );
  });
  return [...new Set(ids)];
};

type ChangeOptions = Json & Who & { dryRun: boolean };
type Change = Json & { which: readonly string[]; dryRun: boolean; organiser: Organiser };

const tellTrial = (output: Output, action: string, ids: readonly string[], { json: inJson }: Json): ExitCode => {
  if (inJson) output.line(json({ dryRun: true, action, ids }));
  else output.line(`Would ${action} ${ids.join(', ')}. Nothing was changed (--dry-run).`);
  return EXIT.ok;
};

/** `laurel review approve|reject WHICH…`. Finds all submissions before it decides the first. */
export const decideReviews = async (
  { reviews, clock }: ReviewDeps,
  output: Output,
  { which, approved, organiser, ...options }: Change & { approved: boolean },
): Promise<ExitCode> => {
  const pending = await reviews.pending({ after: null, limit: MAX_PENDING, now: clock.now() });
  const ids = idsOf(which, pending);
  if (options.dryRun) return tellTrial(output, approved ? 'approve' : 'reject', ids, options);
  const came: { id: string; outcome: ReviewOutcome }[] = [];
  for (const id of ids) {
    came.push({ id, outcome: await reviews.decide({ id, approved, organiser, now: clock.now() }) });
  }
  return tell(output, DECIDED, came, options);
};

/** `laurel review undo WHICH…`. */
export const undoReviews = async (
  { reviews, clock }: ReviewDeps,
  output: Output,
  { which, organiser, ...options }: Change,
): Promise<ExitCode> => {
  const since = new Date(clock.now().getTime() - UNDO_MS);
  const ids = idsOf(which, await reviews.past({ since, limit: MAX_DECISIONS }));
  if (options.dryRun) return tellTrial(output, 'undo', ids, options);
  const came: { id: string; outcome: UndoOutcome }[] = [];
  for (const id of ids) came.push({ id, outcome: await reviews.undo({ id, organiser, now: clock.now() }) });
  return tell(output, UNDONE, came, options);
};

/** `laurel review …`. */
export const registerReview = ({ program, output, config, withDeps }: Laurel): void => {
  const review = program.command('review').description('review submitted Instagram names');
  asJson(review.command('list'))
    .description('list submissions, oldest first')
    .option('--decided', 'list the decided submissions instead, newest first', false)
    .option('--since <WHEN>', 'with --decided: only those since a time, or of the last 90m, 24h or 7d')
    .action(({ decided, since, json: inJson }: Json & { decided: boolean; since?: string }) =>
      withDeps((deps) => {
        if (!decided) return listReviews(deps, output, { json: inJson });
        const from = since === undefined ? null : readSince(since, '--since', deps.clock.now());
        return listDecided(deps, output, { json: inJson, since: from });
      }),
    );
  const commandOf = (name: string, description: string) =>
    asOrganiser(
      asJson(review.command(name).argument('<WHICH...>', 'IDs as "laurel review list" shows them, or names like @ada')),
      { reason: 'optional' },
    )
      .description(description)
      .option('--dry-run', 'print which submissions would change, and change nothing', false);
  /** Invalid IDs are reported before the database is opened. */
  const changeOf = (which: readonly string[], options: ChangeOptions): Change => {
    for (const text of which) if (!text.startsWith('@')) reviewId(text);
    return { ...options, which, organiser: organiserOf(options, config()) };
  };
  for (const [name, approved] of [
    ['approve', true],
    ['reject', false],
  ] as const) {
    commandOf(name, `${name} them; an email informs each person a minute later`).action(
      (which: string[], options: ChangeOptions) => {
        const change = { ...changeOf(which, options), approved };
        return withDeps((deps) => decideReviews(deps, output, change));
      },
    );
  }
  commandOf('undo', 'take decisions of the last minute back: the names wait again').action(
    (which: string[], options: ChangeOptions) => {
      const change = changeOf(which, options);
      return withDeps((deps) => undoReviews(deps, output, change));
    },
  );
};
