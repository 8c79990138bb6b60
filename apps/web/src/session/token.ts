const SECOND_MS = 1_000;

const decode = (part: string): string => {
  const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
};

/** When a token expires (ms since the epoch); undefined if it is malformed. The server checks the signature. */
const tokenExpiry = (token: string): number | undefined => {
  const [, payload, signature, ...more] = token.split('.');
  if (!payload || !signature || more.length > 0) return undefined;
  try {
    const exp: unknown = JSON.parse(decode(payload))?.exp;
    return typeof exp === 'number' ? exp * SECOND_MS : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a stored token is well-formed and not expired (SE-02). */
export const isTokenUsable = (token: string, now: Date): boolean => (tokenExpiry(token) ?? 0) > now.getTime();
