import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { TOKEN_TTL_MS } from '@laurel/contracts/limits';
import jwt from 'jsonwebtoken';
import { AppError } from './app-error.ts';

/** What a token says: whose session it is. Whether that session still stands only the database knows. */
export type TokenClaims = { accountId: string; sessionId: string };

export type Tokens = {
  /** A bearer token for a session: JWT (RFC 7519), HS256, good for 30 days from `now`. */
  issue(claims: TokenClaims, now: Date): string;
  /** The claims of a token, or AppError auth.expired / auth.required. */
  verify(token: string, now: Date): TokenClaims;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const kidOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/**
 * Signs and checks tokens.
 * @param secret signs new tokens
 * @param previous secrets being rotated out; their tokens stay good until they expire
 */
export const createTokens = (secret: string, previous: readonly string[] = []): Tokens => {
  const keys = new Map<string, KeyObject>();
  for (const each of [...previous, secret]) keys.set(kidOf(each), createSecretKey(Buffer.from(each)));
  const signingKey = createSecretKey(Buffer.from(secret));
  const signingKid = kidOf(secret);

  return {
    issue: ({ accountId, sessionId }, now) => {
      const iat = Math.floor(now.getTime() / 1000);
      const payload = { sub: accountId, sid: sessionId, iat, exp: iat + TOKEN_TTL_MS / 1000 };
      return jwt.sign(payload, signingKey, { algorithm: 'HS256', keyid: signingKid });
    },
    verify: (token, now) => {
      try {
        const header = jwt.decode(token, { complete: true })?.header;
        const key = keys.get(header?.kid ?? '');
        if (!key) throw new AppError('auth.required');
        const claims = jwt.verify(token, key, {
          algorithms: ['HS256'],
          clockTimestamp: Math.floor(now.getTime() / 1000),
        });
        if (typeof claims === 'string' || typeof claims.sub !== 'string' || typeof claims.sid !== 'string') {
          throw new AppError('auth.required');
        }
        if (!UUID.test(claims.sub) || !UUID.test(claims.sid)) throw new AppError('auth.required');
        return { accountId: claims.sub, sessionId: claims.sid };
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError(error instanceof jwt.TokenExpiredError ? 'auth.expired' : 'auth.required', { cause: error });
      }
    },
  };
};
