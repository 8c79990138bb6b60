import type { Vote } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onVoteInOtherTab } from '../../lib/other-tabs.ts';
import { useSession } from '../../session/store.ts';
import { ownVotesQuery } from './api.ts';

const NONE: readonly Vote[] = [];

/** The user's own votes, including those cast in another tab; undefined while they are not known. */
export const useKnownVotes = (): readonly Vote[] | undefined => {
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const { data } = useQuery(ownVotesQuery(token));

  useEffect(() => {
    const { queryKey } = ownVotesQuery(token);
    return onVoteInOtherTab(() => void client.invalidateQueries({ queryKey }));
  }, [client, token]);

  return token === undefined ? NONE : data;
};

/** The user's own votes as far as they are known. */
export const useOwnVotes = (): readonly Vote[] => useKnownVotes() ?? NONE;
