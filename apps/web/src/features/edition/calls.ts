import { edition } from '@laurel/contracts/calls/edition';
import { type PublicEdition, publicEditionSchema } from '@laurel/contracts/public-edition';
import { z } from 'zod';
import { callQuietly } from '../../lib/http.ts';

/** The dates that organisers can change while the page is open. */
export type PhaseWithTimes = Pick<PublicEdition, 'phase' | 'phases'>;

const phaseWithTimes = {
  ...edition,
  reply: z.object({ data: publicEditionSchema.pick({ year: true, phase: true, phases: true }) }),
} as const;

/**
 * Requests when voting opens and closes, and when winners are announced. If another edition is the current one, the page is loaded
 * again.
 * @param year the year of the edition that the page shows
 * @throws ApiFailure
 */
export const fetchTimes = async (signal: AbortSignal, year: number): Promise<PhaseWithTimes> => {
  const { year: current, ...times } = (await callQuietly(phaseWithTimes, { signal })).data;
  if (current !== year) location.reload();
  return times;
};
