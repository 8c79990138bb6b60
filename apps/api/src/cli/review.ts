import { z } from 'zod';
import { writeDown } from '../features/audit/store.ts';
import type { ReviewOutcome } from '../features/social/policy.ts';
import type { Social } from '../features/social/service.ts';
import type { Organiser } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output, table } from './output.ts';

type ReviewDeps = { social: Pick<Social, 'pendingReviews' | 'decideInstagram'>; clock: Clock };
type Decided = { id: string; approved: boolean; organiser: Organiser; json: boolean };

/** `laurel review list`: the Instagram names that wait for a decision, oldest first. */
export const listReviews = async (
  { social, clock }: ReviewDeps,
  output: Output,
  options: { json: boolean },
): Promise<ExitCode> => {
  const reviews = await social.pendingReviews(clock.now());
  if (options.json) {
    output.line(json(reviews));
    return EXIT.ok;
  }
  if (reviews.length === 0) {
    output.line('Nothing is waiting for review.');
    return EXIT.ok;
  }
  const rows = reviews.map(({ id, tag, submittedAt, maskedEmail, proofCode }) => [
    id,
    `@${tag}`,
    submittedAt.toISOString(),
    maskedEmail,
    proofCode ?? '-',
  ]);
  for (const line of table(['ID', 'INSTAGRAM', 'SUBMITTED', 'ACCOUNT', 'CODE'], rows)) output.line(line);
  return EXIT.ok;
};

const DONE: Record<ReviewOutcome, { exit: ExitCode; text: (id: string) => string }> = {
  VERIFIED: { exit: EXIT.ok, text: (id) => `${id} is approved. The person is told by mail.` },
  NOT_VERIFIED: { exit: EXIT.ok, text: (id) => `${id} is rejected. The person is told by mail.` },
  TAG_USED: {
    exit: EXIT.problem,
    text: (id) =>
      `${id} could not be approved: another person has proven this name. It is rejected, and the person is told.`,
  },
  DECIDED: { exit: EXIT.misuse, text: (id) => `${id} was decided before. Nothing was changed.` },
  EXPIRED: {
    exit: EXIT.misuse,
    text: (id) => `${id} is older than a day and no longer counts. The person has to submit the name again.`,
  },
  UNKNOWN: {
    exit: EXIT.misuse,
    text: (id) => `There is no submission ${id}. "laurel review list" shows those that wait.`,
  },
};

/** An ID as `laurel review list` shows it. @throws MisuseError */
export const reviewId = (text: string): string => {
  const id = z.guid().safeParse(text);
  if (id.success) return id.data;
  throw new MisuseError(`"${text}" is not an ID of a submission: "laurel review list" shows them in the first column.`);
};

/** `laurel review approve|reject ID`. */
export const decideReview = async (
  { social, clock }: ReviewDeps,
  output: Output,
  { id, approved, organiser, json: inJson }: Decided,
): Promise<ExitCode> => {
  const now = clock.now();
  const action = approved ? 'review.approve' : 'review.reject';
  const outcome = await social.decideInstagram({
    requestId: reviewId(id),
    approved,
    now,
    decided: (tx, came) =>
      writeDown(tx, { ...organiser, action, subject: `submission ${id}`, detail: { outcome: came } }, now),
  });
  const { exit, text } = DONE[outcome];
  if (inJson) output.line(json({ id, outcome }));
  else if (exit === EXIT.ok) output.line(text(id));
  else output.problem(text(id));
  return exit;
};

/** `laurel review list|approve|reject`. */
export const registerReview = ({ program, output, config, withDeps }: Laurel): void => {
  const review = program.command('review').description('the Instagram names that wait for a decision');
  asJson(review.command('list'))
    .description('show them, oldest first')
    .action((options: Json) => withDeps((deps) => listReviews(deps, output, options)));
  for (const [name, approved] of [
    ['approve', true],
    ['reject', false],
  ] as const) {
    const command = review.command(name).argument('<ID>', 'as "laurel review list" shows it');
    asOrganiser(asJson(command), { reason: 'optional' })
      .description(`${name} one; the person is told by mail`)
      .action((given: string, options: Json & Who) => {
        const decision = { id: reviewId(given), approved, organiser: organiserOf(options, config()), ...options };
        return withDeps((deps) => decideReview(deps, output, decision));
      });
  }
};
