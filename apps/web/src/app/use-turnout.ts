import type { Turnout } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEdition } from '../features/edition/context.ts';
import { turnoutQuery } from '../features/nominations/api.ts';
import { TURNOUT_REFRESH_MS } from '../lib/limits.ts';

/**
 * The numbers of votes and voters: from the page, then requested when a phase begins and once a minute. The requests
 * continue after voting, because the first response after its end may not have the final numbers. Nothing is requested
 * before voting opens or while results are hidden.
 */
export const useTurnout = (inlined: Turnout | null): Turnout | null => {
  const { phase, results } = useEdition();
  const client = useQueryClient();
  const query = turnoutQuery();
  const { data } = useQuery({
    ...query,
    initialData: inlined,
    enabled: results.visible && phase !== 'scheduled',
    refetchInterval: TURNOUT_REFRESH_MS,
  });
  const shownPhase = useRef(phase);
  useEffect(() => {
    if (shownPhase.current === phase) return;
    shownPhase.current = phase;
    // A request that the phase has just enabled is not repeated.
    void client.invalidateQueries({ queryKey: turnoutQuery().queryKey }, { cancelRefetch: false });
  }, [client, phase]);
  return data;
};
