import { AppError } from '../app-error.ts';
import type { Tokens } from '../crypto/tokens.ts';
import { charge, type MemoryLimit } from './memory-limit.ts';

declare const proven: unique symbol;

/** The account of a user whose token and session were checked. Only the gate creates one. */
export type SessionUserId = string & { readonly [proven]: 'user' };

/** A session whose token was checked, but not its row: enough only for the ballot box, which checks the row. */
export type TokenSessionId = string & { readonly [proven]: 'token' };

/** The authenticated user of a request. */
export type Authority = {
  userId: SessionUserId;
  sessionId: string;
  /** When this session last passed two-factor. */
  twoFactorAt: Date | null;
};

/** Finds a session that is not expired and not revoked, of an account that is not erased. */
export type SessionLookup = (
  sessionId: string,
  now: Date,
) => Promise<{ accountId: string; twoFactorAt: Date | null } | undefined>;

export type Gate = {
  /**
   * Requires a bearer token (RFC 6750) of an active session. Too many requests of an account cost no query.
   * @throws AppError auth.required, auth.expired, limit.exceeded
   */
  require(authorization: string | undefined, now: Date): Promise<Authority>;
  /** Requires a valid token, without a query. @throws AppError auth.required, auth.expired */
  requireToken(authorization: string | undefined, now: Date): { sessionId: TokenSessionId; accountId: string };
};

const bearer = (authorization: string | undefined): string => {
  const token = authorization?.match(/^Bearer +([\w.~+/=-]+)$/i)?.[1];
  if (token === undefined) throw new AppError('auth.required');
  return token;
};

/** Creates the gate of protected calls. `perAccount` limits those that it looks up. */
export const createGate = (tokens: Tokens, findSession: SessionLookup, perAccount: MemoryLimit): Gate => ({
  require: async (authorization, now) => {
    const claims = tokens.verify(bearer(authorization), now);
    charge(perAccount, claims.accountId, now.getTime());
    const session = await findSession(claims.sessionId, now);
    if (session?.accountId !== claims.accountId) throw new AppError('auth.expired');
    return { userId: claims.accountId as SessionUserId, sessionId: claims.sessionId, twoFactorAt: session.twoFactorAt };
  },
  requireToken: (authorization, now) => {
    const claims = tokens.verify(bearer(authorization), now);
    return { sessionId: claims.sessionId as TokenSessionId, accountId: claims.accountId };
  },
});
