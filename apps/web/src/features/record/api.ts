import { queryOptions } from '@tanstack/react-query';
import { fetchRecord, type OwnRecord } from './calls.ts';
import type { PublicLog } from './log-reader.ts';

/** While a vote is not in the record yet, its receipt is requested again after this time, milliseconds. */
const LOOK_AGAIN_MS = 20_000;

const isWaiting = (record: OwnRecord | undefined): boolean =>
  record?.receipts.some(({ index }) => index === null) ?? false;

/** The user's votes in the public record, requested when their list is opened. Failures go only to the console. */
export const ownRecordQuery = (token: string | undefined, log: PublicLog | null) =>
  queryOptions({
    queryKey: ['record', 'receipts', token, log?.origin] as const,
    enabled: token !== undefined && log !== null,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<OwnRecord> =>
      log === null ? { receipts: [], delay: 0, stopped: false } : fetchRecord(log, signal),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LOOK_AGAIN_MS : false),
  });
