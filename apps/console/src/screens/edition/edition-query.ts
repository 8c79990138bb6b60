import { readEdition } from '@laurel/contracts/console/calls/edition';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keyOf } from '../../lib/query.ts';

const REFRESH_MS = 30_000;

/** The query for the live edition, the drafts, and the versions page by page. */
export const editionQuery = infiniteQueryOptions({
  queryKey: keyOf(readEdition, {}),
  queryFn: ({ pageParam, signal }) =>
    call(readEdition, { query: pageParam === undefined ? {} : { after: pageParam } }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ hasMore, versions }) => (hasMore ? versions.at(-1)?.id : undefined),
  refetchInterval: REFRESH_MS,
});
