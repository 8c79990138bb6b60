import type { PublicEdition } from '@laurel/catalog/public-edition';
import type { Call } from '@laurel/contracts/calls/call';
import { z } from 'zod';
import { callQuietly } from '../lib/http.ts';

/** What organisers can move while the page is open. */
export type Moments = Pick<PublicEdition, 'phase' | 'phases'>;

const moment = z.iso.datetime().nullable();
const phase = z.enum(['scheduled', 'open', 'closed', 'announced']);

/** Of the edition's answer what an organiser can move while the page is open. */
const moments = {
  method: 'GET',
  path: '/edition',
  summary: 'The phase, and the moments that start the others',
  auth: false,
  reply: {
    status: 200,
    schema: z.object({
      data: z.object({
        phase,
        phases: z.object({ votingOpensAt: moment, votingClosesAt: moment, winnersAnnouncedAt: moment }),
      }),
    }),
  },
  failures: [],
} as const satisfies Call;

/**
 * Asks when voting opens and closes, and winners are announced.
 * @throws ApiFailure
 */
export const fetchMoments = async (signal: AbortSignal): Promise<Moments> =>
  (await callQuietly(moments, { signal })).data;
