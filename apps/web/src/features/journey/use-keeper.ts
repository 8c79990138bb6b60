import type { PublicEdition } from '@laurel/contracts/public-edition';
import { useMemo } from 'react';
import { useSession } from '../../session/store.ts';
import { accountOf } from '../../session/token.ts';
import { type Keeper, keeperOf } from '../voting/kept-votes.ts';

/** What this browser keeps of the user's votes; undefined without a session or a public log. */
export const useKeeper = (log: PublicEdition['log']): Keeper | undefined => {
  const token = useSession((session) => session.token);
  const account = token === undefined ? undefined : accountOf(token);
  const origin = log?.origin;
  return useMemo(
    () => (account === undefined || origin === undefined ? undefined : keeperOf(account, origin)),
    [account, origin],
  );
};
