const SECOND_MS = 1_000;

const decode = (part: string): string => {
  const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
};

/** A claim of a token; undefined if the token is malformed. The server checks the signature. */
const claimOf = (token: string, name: 'exp' | 'sub'): unknown => {
  const [, payload, signature, ...more] = token.split('.');
  if (!payload || !signature || more.length > 0) return undefined;
  try {
    return JSON.parse(decode(payload))?.[name];
  } catch {
    return undefined;
  }
};

/** When a token expires (ms since the epoch); undefined if it is malformed. */
const tokenExpiry = (token: string): number | undefined => {
  const exp = claimOf(token, 'exp');
  return typeof exp === 'number' ? exp * SECOND_MS : undefined;
};

/** The id of a token's account; undefined if it is malformed. */
export const accountOf = (token: string): string | undefined => {
  const sub = claimOf(token, 'sub');
  return typeof sub === 'string' ? sub : undefined;
};

/** Whether a stored token is well-formed and not expired (SE-02). */
export const isTokenUsable = (token: string, now: Date): boolean => (tokenExpiry(token) ?? 0) > now.getTime();
