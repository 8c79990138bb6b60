import type { ConsoleCall } from '@laurel/contracts/console/call';
import { queryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type CallInput, call } from './call.ts';

/** The key of a call's cached answers; without an input, of all its answers. */
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
 * Loads the next part of a list when its table comes to the end; undefined once there are no more. After a failure nothing is
 * loaded until somebody tries again: the table stays at its end, and would ask without a pause.
 */
export const onEndOf = ({ hasNextPage, isFetching, isError, fetchNextPage }: Parts): (() => void) | undefined =>
  hasNextPage
    ? () => {
        if (!isFetching && !isError) void fetchNextPage();
      }
    : undefined;
