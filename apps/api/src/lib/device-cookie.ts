import { DEVICE_TTL_MS } from '@laurel/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie by which a browser that proved a second factor is known again. */
const DEVICE_COOKIE = 'laurel_device';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** Under https with the prefix that makes browsers refuse it from any other host, a subdomain's included (RFC 6265bis). */
const nameFor = (publicUrl: string): string => (isSecure(publicUrl) ? `__Host-${DEVICE_COOKIE}` : DEVICE_COOKIE);

/** The device token a request carries; whether it is worth anything only the database knows. */
export const readDeviceCookie = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[nameFor(publicUrl)];

/**
 * Hands a browser its device token: out of reach of scripts, never sent from another site, for 90 days.
 * @param publicUrl where people find this instance; the cookie is Secure when that is https
 */
export const setDeviceCookie = (reply: FastifyReply, token: string, publicUrl: string): void => {
  reply.setCookie(nameFor(publicUrl), token, {
    // What the prefix asks for.
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(publicUrl),
    maxAge: DEVICE_TTL_MS / 1000,
  });
};
