import type { ApiFailure } from '../../lib/failure.ts';

/** A nominee with the texts of its category, as a vote shows it. */
export type Choice = {
  readonly nominee: string;
  readonly logo: string;
  readonly nomination: string;
  /** Absent if the nomination has only one. */
  readonly category: string | undefined;
};

/** The name of a choice's category, with its nomination. */
export const placeName = ({ nomination, category }: Pick<Choice, 'nomination' | 'category'>): string =>
  category === undefined ? nomination : `${nomination}: ${category}`;

/**
 * Whether a refused vote may be recorded: the response was lost or invalid, or the server does not know. Any other
 * failure means that it is not.
 */
export const isInDoubt = ({ code }: ApiFailure): boolean =>
  code === 'connection.lost' || code === 'vote.in_doubt' || code === 'server.error';
