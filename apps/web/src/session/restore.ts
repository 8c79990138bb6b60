import type { CurrentUser } from '@laurel/contracts/storage';
import { readRaw } from '../lib/storage.ts';
import { stored } from '../lib/stored.ts';
import { isTokenUsable } from './token.ts';

/** The stored session; none where the token is malformed or past its exp claim, or belongs to nobody (SE-02). */
export const readSession = (now: Date): { token: string; user: CurrentUser } | undefined => {
  const token = readRaw('authToken');
  const user = stored.currentUser.read();
  return token !== undefined && user !== undefined && isTokenUsable(token, now) ? { token, user } : undefined;
};
