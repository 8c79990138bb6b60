import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { TOKEN_TTL_MS } from '@laurel/contracts/limits';
import { z } from 'zod';
import { AppError } from '../app-error.ts';

/** What a token says: whose session it is. Whether that session still stands only the database knows. */
export type TokenClaims = { accountId: string; sessionId: string };

export type Tokens = {
  /** A bearer token for a session: JWT (RFC 7519), HS256, good for 30 days from `now`. */
  issue(claims: TokenClaims, now: Date): string;
  /** The claims of a token, or AppError auth.expired / auth.required. */
  verify(token: string, now: Date): TokenClaims;
};

const payloadSchema = z.strictObject({ sub: z.uuid(), sid: z.uuid(), iat: z.int(), exp: z.int() });
type Payload = z.infer<typeof payloadSchema>;
type Signer = { header: string; key: KeyObject };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The key of a secret, and the one header that its tokens have. */
const signerOf = (secret: string): Signer => {
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8);
  return { header: encode({ alg: 'HS256', typ: 'JWT', kid }), key: createSecretKey(Buffer.from(secret)) };
};

const signatureOf = (text: string, key: KeyObject): string =>
  createHmac('sha256', key).update(text).digest('base64url');

const isSame = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(right, 'latin1'));

const readPayload = (body: string): Payload | undefined => {
  try {
    return payloadSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
};

/**
 * Signs and checks tokens (docs/decisions/004).
 * @param secret signs new tokens
 * @param previous secrets being rotated out; their tokens stay good until they expire
 */
export const createTokens = (secret: string, previous: readonly string[] = []): Tokens => {
  const signing = signerOf(secret);
  // Every header we sign with a key is the same, to the letter: looked up whole, it names the key, and a header with
  // another algorithm, an unknown kid or anything added to it is nobody's.
  const keys = new Map([...previous.map(signerOf), signing].map(({ header, key }) => [header, key]));

  return {
    issue: ({ accountId, sessionId }, now) => {
      const iat = Math.floor(now.getTime() / 1000);
      const payload: Payload = { sub: accountId, sid: sessionId, iat, exp: iat + TOKEN_TTL_MS / 1000 };
      const text = `${signing.header}.${encode(payload)}`;
      return `${text}.${signatureOf(text, signing.key)}`;
    },
    verify: (token, now) => {
      const [header = '', body = '', signature = '', more] = token.split('.');
      const key = keys.get(header);
      if (key === undefined || more !== undefined) throw new AppError('auth.required');
      if (!isSame(signature, signatureOf(`${header}.${body}`, key))) throw new AppError('auth.required');
      const payload = readPayload(body);
      if (!payload) throw new AppError('auth.required');
      if (payload.exp * 1000 <= now.getTime()) throw new AppError('auth.expired');
      return { accountId: payload.sub, sessionId: payload.sid };
    },
  };
};
