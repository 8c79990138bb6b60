/** How a vote fared. The database's letters (see cast_votes) and what they mean. */
const OUTCOMES = {
  A: 'accepted',
  E: 'exists',
  S: 'session_invalid',
  N: 'not_nominated',
  C: 'closed',
  P: 'phone_missing',
  O: 'social_missing',
  B: 'both_missing',
} as const;

export type Outcome = (typeof OUTCOMES)[keyof typeof OUTCOMES];

const isLetter = (letter: string): letter is keyof typeof OUTCOMES => letter in OUTCOMES;

/**
 * The outcomes of a batch, in the order of its rows.
 * @throws Error when the answer does not fit the batch: then nothing may be believed of it
 */
export const readOutcomes = (letters: string, rows: number): Outcome[] => {
  const outcomes = Array.from(letters, (letter) => (isLetter(letter) ? OUTCOMES[letter] : undefined));
  const known = outcomes.filter((outcome) => outcome !== undefined);
  if (known.length !== rows) throw new Error(`cast_votes answered ${letters.length} letters for ${rows} rows`);
  return known;
};

/**
 * What a failed batch left behind.
 * rolled_back: surely nothing. in_doubt: the connection went before the answer came, so it may stand or not.
 */
export type BatchFailure = 'rolled_back' | 'in_doubt';

/**
 * Connection exceptions, "statement completion unknown", and shutdowns by an administrator or a crash: the answer is lost,
 * the transaction perhaps not.
 */
const DOUBTFUL = /^(08...|40003|57P0[123])$/;

/** What is known after `error` ended a batch that had been sent. Anything but a clear refusal by the server is doubt. */
export const judgeFailure = (error: unknown): BatchFailure => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !DOUBTFUL.test(code) ? 'rolled_back' : 'in_doubt';
};

/** Milliseconds to wait before the n-th try (from 1) after a roll-back: short, growing, jittered against lockstep. */
export const retryDelayMs = (attempt: number, random: number): number =>
  Math.min(500, 20 * 2 ** attempt) * (0.5 + random / 2);

/** The bounds of the queue: beyond them a vote is refused at once, before it was sent anywhere. */
export const QUEUE = {
  /** Votes waiting. */
  rows: 10_000,
  /** How long a vote may wait unsent, milliseconds. */
  waitMs: 5_000,
  /** Votes in one batch. */
  batch: 256,
  /** How long a doubtful vote may stay unanswered, milliseconds; then the voter is told it is being checked. */
  doubtMs: 8_000,
  /** How often a surely rolled back batch of one row is tried. */
  tries: 6,
} as const;
