import type { Vote } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownVotesQuery } from '../features/voting/api.ts';
import { ApiFailure } from '../lib/failure.ts';
import { hearOtherTabs } from '../lib/other-tabs.ts';
import { openModal } from '../modals/store.ts';
import { endSession, useSession } from '../session/store.ts';

const NONE: readonly Vote[] = [];

/**
 * The person's own votes, those cast in another tab included. Where the server refuses them the session is over, and
 * says so; where it can't be reached the session stays (SE-05).
 */
export const useOwnVotes = (): readonly Vote[] => {
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const { data, error } = useQuery(ownVotesQuery(token));

  useEffect(() => {
    const { queryKey } = ownVotesQuery(token);
    return hearOtherTabs(() => void client.invalidateQueries({ queryKey }));
  }, [client, token]);

  useEffect(() => {
    if (!error) return;
    const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    if (refused) endSession();
    openModal({ type: 'trouble', props: { about: refused ? 'ownVotes' : 'connection' } }, {});
  }, [error]);

  return token === undefined ? NONE : (data ?? NONE);
};
