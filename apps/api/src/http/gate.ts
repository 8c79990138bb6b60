import { AppError } from '../app-error.ts';
import type { Tokens } from '../crypto/tokens.ts';

declare const proven: unique symbol;

/** The account of a person whose token and session were checked. Only the gate makes one. */
export type SessionUserId = string & { readonly [proven]: 'user' };

/** A session whose token was checked, though not yet its row: enough only for the ballot box, which checks the row itself. */
export type TokenSessionId = string & { readonly [proven]: 'token' };

/** Who is asking. */
export type Authority = {
  userId: SessionUserId;
  sessionId: string;
  /** When this session last proved a two-factor code. */
  twoFactorAt: Date | null;
};

/** Looks a session up: standing, not expired, not revoked, of an account that is not erased. */
export type SessionLookup = (
  sessionId: string,
  now: Date,
) => Promise<{ accountId: string; twoFactorAt: Date | null } | undefined>;

export type Gate = {
  /** Requires a bearer token (RFC 6750) of a session that stands right now; AppError auth.required or auth.expired. */
  require(authorization: string | undefined, now: Date): Promise<Authority>;
  /** Requires a good token without asking the database. */
  requireToken(authorization: string | undefined, now: Date): { sessionId: TokenSessionId; accountId: string };
};

const bearer = (authorization: string | undefined): string => {
  const token = authorization?.match(/^Bearer +([\w.~+/=-]+)$/i)?.[1];
  if (token === undefined) throw new AppError('auth.required');
  return token;
};

/** The gate every protected call passes. */
export const createGate = (tokens: Tokens, findSession: SessionLookup): Gate => ({
  require: async (authorization, now) => {
    const claims = tokens.verify(bearer(authorization), now);
    const session = await findSession(claims.sessionId, now);
    if (session?.accountId !== claims.accountId) throw new AppError('auth.expired');
    return { userId: claims.accountId as SessionUserId, sessionId: claims.sessionId, twoFactorAt: session.twoFactorAt };
  },
  requireToken: (authorization, now) => {
    const claims = tokens.verify(bearer(authorization), now);
    return { sessionId: claims.sessionId as TokenSessionId, accountId: claims.accountId };
  },
});
