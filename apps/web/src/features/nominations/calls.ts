import { statistics, turnout } from '@laurel/contracts/calls/vote';
import { type StatisticsItem, statisticsMessageSchema, type Turnout } from '@laurel/contracts/records';
import { callQuietly } from '../../lib/http.ts';

/**
 * Requests the published percentages.
 * @throws ApiFailure
 */
export const fetchStatistics = (signal: AbortSignal): Promise<readonly StatisticsItem[]> =>
  callQuietly(statistics, { signal });

/**
 * Requests the published votes and the voters; null while results are hidden.
 * @throws ApiFailure
 */
export const fetchTurnout = (signal: AbortSignal): Promise<Turnout | null> => callQuietly(turnout, { signal });

/** The changed categories in a socket message; none if the message is invalid. */
export const readChanges = (message: unknown): readonly StatisticsItem[] =>
  statisticsMessageSchema.safeParse(message).data ?? [];
