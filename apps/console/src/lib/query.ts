import type { ConsoleCall } from '@laurel/contracts/console/call';
import { queryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type CallInput, call } from './call.ts';

/** The key under which a call's answer to an input is cached; without an input, the key of all its answers. */
export const keyOf = (made: Pick<ConsoleCall, 'path'>, input?: object): readonly unknown[] =>
  input === undefined ? [made.path] : [made.path, input];

/** The query of a call that reads: `useQuery(queryOf(readTeam, {}))`. */
export const queryOf = <const C extends ConsoleCall & { method: 'GET' }>(made: C, input: CallInput<C>) =>
  queryOptions({
    queryKey: keyOf(made, input),
    queryFn: ({ signal }) => call(made, input, { signal }),
  });

type Parts = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isError' | 'fetchNextPage'>;

/**
 * The function that a table calls near its end to load the next part of the list; undefined once there are no more
 * parts. After a failure it does nothing until somebody tries again: the table stays at its end and would load without
 * a pause.
 */
export const onEndOf = ({ hasNextPage, isFetching, isError, fetchNextPage }: Parts): (() => void) | undefined =>
  hasNextPage
    ? () => {
        if (!isFetching && !isError) void fetchNextPage();
      }
    : undefined;
