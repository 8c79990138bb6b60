import type { ApiFailure } from '../../lib/failure.ts';

/**
 * Whether a vote may be recorded though nobody said so: the answer was lost, or was none of ours, or the server does not
 * know either. Every other refusal says that it is not.
 */
export const isInDoubt = ({ code }: ApiFailure): boolean =>
  code === 'connection.lost' || code === 'vote.in_doubt' || code === 'server.error';
