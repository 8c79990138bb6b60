import type { PublicEdition } from '@laurel/contracts/public-edition';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Moments } from './calls.ts';

/** Who waits for the winners need not load the page again; the answer is the browser's own for most of these questions. */
const ASK_EVERY_MS = 60_000;

/** The edition with its moments as they are now: organisers may move them at any time. */
export const useLiveEdition = (given: PublicEdition): PublicEdition => {
  const { data } = useQuery({
    queryKey: ['edition', 'moments'],
    queryFn: async ({ signal }) => (await import('./calls.ts')).fetchMoments(signal),
    initialData: (): Moments => ({ phase: given.phase, phases: given.phases }),
    staleTime: ASK_EVERY_MS,
    refetchOnMount: false,
    refetchInterval: ASK_EVERY_MS,
  });
  return useMemo(() => ({ ...given, ...data }), [given, data]);
};
