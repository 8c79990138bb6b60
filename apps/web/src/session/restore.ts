import type { CurrentUser } from '@laurel/contracts/storage';
import { readRaw } from '../lib/storage.ts';
import { stored } from '../lib/stored.ts';
import { isTokenUsable } from './token.ts';

/** The stored session; undefined if the token is malformed or expired, or no user is stored (SE-02). */
export const readSession = (now: Date): { token: string; user: CurrentUser } | undefined => {
  const token = readRaw('authToken');
  const user = stored.currentUser.read();
  return token !== undefined && user !== undefined && isTokenUsable(token, now) ? { token, user } : undefined;
};
