import { AppError, notAVoter } from '../../app-error.ts';

/** The code that cast_votes() returns for each row, and the outcome of the vote that it means. */
const OUTCOME_BY_CODE = {
  A: 'accepted',
  E: 'exists',
  S: 'session_invalid',
  N: 'not_nominated',
  C: 'closed',
  P: 'phone_missing',
  O: 'social_missing',
  B: 'both_missing',
} as const;

export type Outcome = (typeof OUTCOME_BY_CODE)[keyof typeof OUTCOME_BY_CODE];

const isOutcomeCode = (code: string): code is keyof typeof OUTCOME_BY_CODE => code in OUTCOME_BY_CODE;

/**
 * The outcomes of a batch, in the order of its rows.
 * @throws Error if there is not one known code for each row: then no outcome may be used
 */
export const readOutcomes = (outcomeCodes: string, rows: number): Outcome[] => {
  const outcomes = [...outcomeCodes].filter(isOutcomeCode).map((code) => OUTCOME_BY_CODE[code]);
  if (outcomes.length !== rows) throw new Error(`cast_votes returned ${outcomeCodes.length} codes for ${rows} rows`);
  return outcomes;
};

const ERRORS: Record<Outcome, (() => AppError) | undefined> = {
  accepted: undefined,
  exists: () => new AppError('vote.exists'),
  session_invalid: () => new AppError('auth.expired'),
  not_nominated: () => new AppError('vote.unknown_nominee'),
  closed: () => new AppError('vote.not_open'),
  phone_missing: () => notAVoter(false, true),
  social_missing: () => notAVoter(true, false),
  both_missing: () => notAVoter(false, false),
};

/** The error that an outcome means, or undefined for an accepted vote. */
export const errorOf = (outcome: Outcome): AppError | undefined => ERRORS[outcome]?.();

/** Whether a batch found a vote that was stored before. */
export const hasFoundVote = (outcomeCodes: string): boolean =>
  [...outcomeCodes].some((code) => isOutcomeCode(code) && OUTCOME_BY_CODE[code] === 'exists');

/**
 * The state of a failed batch. `rolled_back`: no vote was stored. `in_doubt`: the result was lost, the votes may or may
 * not be stored.
 */
export type BatchFailure = 'rolled_back' | 'in_doubt';

/**
 * The values of SQLSTATE that leave open whether a batch was committed: connection exceptions, "statement completion
 * unknown", and shutdowns by an administrator or a crash.
 */
const DOUBTFUL = /^(08...|40003|57P0[123])$/;

/** The state of a batch that ended with `error` after it was sent: in doubt unless the server clearly rejected it. */
export const classifyFailure = (error: unknown): BatchFailure => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !DOUBTFUL.test(code) ? 'rolled_back' : 'in_doubt';
};

/** Whether PostgreSQL rejected a batch because the server or the connection is read-only. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006';

/**
 * How long to wait before the next attempt, milliseconds: twice as long after each attempt, up to half a second, with
 * jitter.
 * @param attempt the number of the last attempt, from 1
 * @param random from 0 to 1
 */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.min(500, 20 * 2 ** attempt) * (0.5 + random / 2);

/** The limits of the queue. A vote beyond them is rejected before it is sent. */
export const QUEUE = {
  /** Waiting votes. */
  rows: 10_000,
  /** How long a vote may wait before it is sent, milliseconds. */
  waitMs: 5_000,
  /** How often the age of waiting votes is compared with `waitMs` while a batch is written, milliseconds. */
  expireEveryMs: 250,
  /** Votes in one batch. */
  batch: 256,
  /** How long a vote may stay in doubt, milliseconds; then the voter receives vote.in_doubt. */
  doubtMs: 8_000,
  /** The attempt after which a vote is refused if it is rolled back alone. Its attempts in larger batches count too. */
  tries: 6,
} as const;
