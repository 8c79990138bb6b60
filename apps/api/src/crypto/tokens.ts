import { createHash, createSecretKey, hash, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { TOKEN_TTL_MS } from '../limits.ts';

/** The session of a token. The database knows whether it is still active. */
export type TokenClaims = { accountId: string; sessionId: string };

export type Tokens = {
  /** A bearer token for a session: JWT (RFC 7519), HS256, valid for 30 days from `now`. */
  issue(claims: TokenClaims, now: Date): string;
  /** The claims of a token. @throws AppError auth.expired, auth.required */
  verify(token: string, now: Date): TokenClaims;
};

/**
 * The most cached tokens, about 400 bytes each: twice as many as new voters in ten minutes of the last hour of voting.
 */
const REMEMBERED = 5_000;

const ALGORITHM = 'HS256';
/** Strict: another kind of token, signed with the same secret, has other claims. */
const payloadSchema = z.strictObject({ sub: z.uuid(), sid: z.uuid(), iat: z.int(), exp: z.int() });

type Signer = { key: KeyObject; options: jwt.SignOptions };
type Verified = TokenClaims & { expiresAt: number };

const signerOf = (secret: string): Signer => ({
  key: createSecretKey(Buffer.from(secret)),
  options: { algorithm: ALGORITHM, keyid: createHash('sha256').update(secret).digest('hex').slice(0, 8) },
});

const headerIn = (token: string): string => token.slice(0, token.indexOf('.'));

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Signs and verifies session tokens. A verified token is cached by its digest, so that the votes of one session verify
 * its signature once per process (docs/decisions/004).
 * @param secret signs new tokens
 * @param previous secrets before a rotation; their tokens stay valid until they expire
 */
export const createTokens = (secret: string, previous: readonly string[] = []): Tokens => {
  const signing = signerOf(secret);
  // Every token of a key has the same header, so the header finds the key, and any other header finds none.
  const keys = new Map(
    [...previous.map(signerOf), signing].map(({ key, options }) => [headerIn(jwt.sign({}, key, options)), key]),
  );
  const remembered = new LRUCache<string, Verified>({ max: REMEMBERED });

  /** Checks the signature and the claims; the caller checks the expiry. */
  const read = (token: string): Verified => {
    try {
      const key = keys.get(headerIn(token));
      if (key === undefined) throw new AppError('auth.required');
      const payload = jwt.verify(token, key, { algorithms: [ALGORITHM], ignoreExpiration: true });
      const { sub, sid, exp } = payloadSchema.parse(payload);
      return { accountId: sub, sessionId: sid, expiresAt: exp * 1000 };
    } catch (cause) {
      throw new AppError('auth.required', { cause });
    }
  };

  return {
    issue: ({ accountId, sessionId }, now) =>
      jwt.sign(
        { sub: accountId, sid: sessionId, iat: seconds(now), exp: seconds(now) + TOKEN_TTL_MS / 1000 },
        signing.key,
        signing.options,
      ),
    verify: (token, now) => {
      const digest = hash('sha256', token, 'base64');
      let verified = remembered.get(digest);
      if (verified === undefined) {
        verified = read(token);
        remembered.set(digest, verified);
      }
      if (verified.expiresAt <= now.getTime()) throw new AppError('auth.expired');
      return { accountId: verified.accountId, sessionId: verified.sessionId };
    },
  };
};
