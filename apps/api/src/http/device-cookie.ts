import { DEVICE_TTL_MS } from '@laurel/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookieOptions } from './cookie.ts';

/** The cookie by which a browser that proved a second factor is known again. */
const DEVICE_COOKIE = 'laurel_device';

/** The device token a request carries; whether it is worth anything only the database knows. */
export const readDeviceCookie = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[cookieName(DEVICE_COOKIE, publicUrl)];

/**
 * Hands a browser its device token, for 90 days.
 * @param publicUrl where people find this instance; the cookie is Secure when that is https
 */
export const setDeviceCookie = (reply: FastifyReply, token: string, publicUrl: string): void => {
  const name = cookieName(DEVICE_COOKIE, publicUrl);
  reply.setCookie(name, token, { ...cookieOptions(publicUrl), maxAge: DEVICE_TTL_MS / 1000 });
};
