import { statistics } from '@laurel/contracts/calls/vote';
import { type StatisticsItem, statisticsMessageSchema } from '@laurel/contracts/records';
import { callQuietly } from '../../lib/http.ts';

/**
 * Requests the published percentages.
 * @throws ApiFailure
 */
export const fetchStatistics = (signal: AbortSignal): Promise<readonly StatisticsItem[]> =>
  callQuietly(statistics, { signal });

/** The changed categories in a socket message; none if the message is invalid. */
export const readChanges = (message: unknown): readonly StatisticsItem[] =>
  statisticsMessageSchema.safeParse(message).data ?? [];
