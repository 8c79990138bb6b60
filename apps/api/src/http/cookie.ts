import type { CookieSerializeOptions } from '@fastify/cookie';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** A cookie's name: under https with the prefix that makes browsers refuse it from any other host (RFC 6265bis). */
export const cookieName = (name: string, publicUrl: string): string => (isSecure(publicUrl) ? `__Host-${name}` : name);

/** What every cookie has: out of reach of scripts, never sent from another site. */
export const cookieOptions = (publicUrl: string): CookieSerializeOptions => ({
  // What the prefix asks for.
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure(publicUrl),
});
