import type { Turnout } from '@laurel/contracts/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useEdition } from '../features/edition/context.ts';
import { turnoutQuery } from '../features/nominations/api.ts';
import { TURNOUT_REFRESH_MS } from '../lib/limits.ts';

/** The votes and voters: from the page, then requested once a minute during voting, and when a phase begins. */
export const useTurnout = (inlined: Turnout | null): Turnout | null => {
  const { phase } = useEdition();
  const client = useQueryClient();
  const query = turnoutQuery();
  const { data } = useQuery({
    ...query,
    initialData: inlined,
    refetchInterval: phase === 'open' ? TURNOUT_REFRESH_MS : false,
  });
  const shownPhase = useRef(phase);
  useEffect(() => {
    if (shownPhase.current === phase) return;
    shownPhase.current = phase;
    void client.invalidateQueries({ queryKey: turnoutQuery().queryKey });
  }, [client, phase]);
  return data;
};
