import type { PublicEdition } from '@laurel/contracts/public-edition';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { checkServerTime } from '../../lib/server-clock.ts';
import type { PhaseWithTimes } from './calls.ts';
import { phaseOf } from './phase.ts';

/** How often the dates are requested again. Most of these requests are answered from the browser's cache. */
const ASK_EVERY_MS = 60_000;

/** The edition with its current dates: organisers may change them at any time. */
export const useLiveEdition = (given: PublicEdition): PublicEdition => {
  const { data } = useQuery({
    queryKey: ['edition', 'times'],
    queryFn: async ({ signal }) => {
      const answer = await (await import('./calls.ts')).fetchTimes(signal, given.year);
      checkServerTime((time) => phaseOf(answer, time) === answer.phase);
      return answer;
    },
    initialData: (): PhaseWithTimes => ({ phase: given.phase, phases: given.phases }),
    staleTime: ASK_EVERY_MS,
    refetchOnMount: false,
    refetchInterval: ASK_EVERY_MS,
  });
  return useMemo(() => ({ ...given, ...data }), [given, data]);
};
