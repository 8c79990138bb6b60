import type { ApiFailure } from '../../lib/failure.ts';

/**
 * Whether a refused vote may be recorded: the response was lost or invalid, or the server does not know. Any other
 * failure means that it is not.
 */
export const isInDoubt = ({ code }: ApiFailure): boolean =>
  code === 'connection.lost' || code === 'vote.in_doubt' || code === 'server.error';
