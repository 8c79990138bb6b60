import { edition } from '@laurel/contracts/calls/edition';
import { type PublicEdition, publicEditionSchema } from '@laurel/contracts/public-edition';
import { z } from 'zod';
import { callQuietly } from '../../lib/http.ts';

/** The dates that organisers can change while the page is open. */
export type PhaseWithTimes = Pick<PublicEdition, 'phase' | 'phases'>;

const phaseWithTimes = {
  ...edition,
  reply: { status: 200, schema: z.object({ data: publicEditionSchema.pick({ phase: true, phases: true }) }) },
} as const;

/**
 * Requests when voting opens and closes, and when winners are announced.
 * @throws ApiFailure
 */
export const fetchTimes = async (signal: AbortSignal): Promise<PhaseWithTimes> =>
  (await callQuietly(phaseWithTimes, { signal })).data;
