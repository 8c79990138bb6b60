import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_TTL_MS } from '../limits.ts';
import { cookieName, cookieOptions } from './cookie.ts';

/** The cookie that identifies a browser after a second factor. */
const DEVICE_COOKIE = 'laurel_device';

/** The device token of a request, not checked yet. */
export const readDeviceCookie = (request: FastifyRequest, publicUrl: string): string | undefined =>
  request.cookies[cookieName(DEVICE_COOKIE, publicUrl)];

/**
 * Sets a browser's device token, for 90 days.
 * @param publicUrl the address of this instance; the cookie is Secure if it is https
 */
export const setDeviceCookie = (reply: FastifyReply, token: string, publicUrl: string): void => {
  const name = cookieName(DEVICE_COOKIE, publicUrl);
  reply.setCookie(name, token, { ...cookieOptions(publicUrl), maxAge: DEVICE_TTL_MS / 1000 });
};
