import type { Turnout } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEdition } from '../features/edition/context.ts';
import { turnoutQuery } from '../features/nominations/api.ts';
import { TURNOUT_REFRESH_MS } from '../lib/limits.ts';

/**
 * The votes and voters: from the page, then requested when a phase begins and once a minute, also after the vote, because
 * the answer at its end may not be the last count. Not requested while there is none to show.
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
