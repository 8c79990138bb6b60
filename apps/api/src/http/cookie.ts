import type { CookieSerializeOptions } from '@fastify/cookie';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** A cookie's name. With https it has the prefix `__Host-`, which binds it to this host (RFC 6265bis). */
export const cookieName = (name: string, publicUrl: string): string => (isSecure(publicUrl) ? `__Host-${name}` : name);

/** The options of every cookie: not readable by scripts, not sent from other sites. */
export const cookieOptions = (publicUrl: string): CookieSerializeOptions => ({
  // Required by the prefix.
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: isSecure(publicUrl),
});
