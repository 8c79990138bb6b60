import { readMe } from '@laurel/contracts/console/calls/session';
import { type Action, mayDo } from '@laurel/contracts/console/permissions';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';

const REFRESH_MS = 60_000;

/** The query for who is signed in and what waits for a decision. `consoleRoute` loads it before any screen. */
export const meQuery = queryOptions({
  ...queryOf(readMe, {}),
  staleTime: REFRESH_MS / 2,
  refetchInterval: REFRESH_MS,
});

/** The signed-in person, the award, and what waits. Only for components inside the shell. */
export const useMe = () => useSuspenseQuery(meQuery).data;

/** Whether the signed-in person may do something. A screen uses it to hide what the server would refuse. */
export const useMayDo = (action: Action): boolean => mayDo(useMe().person.role, action);
