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
const headerOf = (token: string): string => token.slice(0, token.indexOf('.'));
const kidOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);

/**
 * Signs and checks tokens.
 * @param secret signs new tokens
 * @param previous secrets being rotated out; their tokens stay good until they expire
 */
export const createTokens = (secret: string, previous: readonly string[] = []): Tokens => {
  const signing = { key: createSecretKey(Buffer.from(secret)), kid: kidOf(secret) };
  // Every header we sign with a key is the same, to the letter: looked up whole, it names the key, and a header with
  // another algorithm, an unknown kid or anything added to it is nobody's.
  const keysByHeader = new Map<string, KeyObject>();
  for (const each of [...previous, secret]) {
    const key = createSecretKey(Buffer.from(each));
    keysByHeader.set(headerOf(jwt.sign({}, key, { algorithm: 'HS256', keyid: kidOf(each) })), key);
  }

  return {
    issue: ({ accountId, sessionId }, now) => {
      const iat = Math.floor(now.getTime() / 1000);
      const payload = { sub: accountId, sid: sessionId, iat, exp: iat + TOKEN_TTL_MS / 1000 };
      return jwt.sign(payload, signing.key, { algorithm: 'HS256', keyid: signing.kid });
    },
    verify: (token, now) => {
      try {
        const key = keysByHeader.get(headerOf(token));
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
