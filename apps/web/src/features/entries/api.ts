import { addEntry, type Entry, myEntries, withdrawEntry } from '@laurel/contracts/calls/entries';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ApiFailure, asFailure } from '../../lib/failure.ts';
import { callApi, callQuietly } from '../../lib/http.ts';

/** What the user put forward. */
export const ownEntriesQuery = (token: string | undefined) =>
  queryOptions({
    queryKey: ['entries', 'mine', token] as const,
    enabled: token !== undefined,
    queryFn: ({ signal }): Promise<Entry[]> => callQuietly(myEntries, { signal }),
  });

const failureOf = async (call: Promise<unknown>): Promise<ApiFailure | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    return asFailure(error);
  }
};

/** Puts a name forward, or changes an entry; returns the failure, if any. */
export const sendEntry = (body: z.input<typeof addEntry.body>): Promise<ApiFailure | undefined> =>
  failureOf(callApi(addEntry, { body }));

/** Withdraws an entry; returns the failure, if any. */
export const takeBack = (id: string): Promise<ApiFailure | undefined> =>
  failureOf(callApi(withdrawEntry, { params: { id } }));
