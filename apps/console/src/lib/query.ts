import type { ConsoleCall } from '@laurel/contracts/console/call';
import { queryOptions } from '@tanstack/react-query';
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
