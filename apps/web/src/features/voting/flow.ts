import type { ApiFailure } from '../../lib/failure.ts';

/** A nominee and the names of its nomination and category, to show a vote. */
export type Choice = {
  readonly nominee: string;
  readonly logo: string;
  readonly nomination: string;
  /** Undefined if the nomination has only one category. */
  readonly category: string | undefined;
};

/** The name of a choice's category, with its nomination. */
export const placeName = ({ nomination, category }: Pick<Choice, 'nomination' | 'category'>): string =>
  category === undefined ? nomination : `${nomination}: ${category}`;

/**
 * Whether a vote may be recorded although its request failed: the response was lost or invalid, or the server could not
 * confirm it. After any other failure the vote is not recorded.
 */
export const isInDoubt = ({ code }: ApiFailure): boolean =>
  code === 'connection.lost' || code === 'vote.in_doubt' || code === 'server.error';
