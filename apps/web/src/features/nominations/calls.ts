import { statistics } from '@laurel/contracts/calls/vote';
import { type StatisticsItem, statisticsMessageSchema } from '@laurel/contracts/records';
import { callQuietly } from '../../lib/http.ts';

/**
 * Asks for the published percentages.
 * @throws ApiFailure
 */
export const fetchStatistics = (signal: AbortSignal): Promise<readonly StatisticsItem[]> =>
  callQuietly(statistics, { signal });

/** The categories that changed, as the socket tells them; nothing where it tells something else. */
export const readChanges = (message: unknown): readonly StatisticsItem[] =>
  statisticsMessageSchema.safeParse(message).data ?? [];
