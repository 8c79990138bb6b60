import { DEVICE_TTL_MS } from '@laurel/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from './call.ts';

/** The cookie by which a browser that proved a second factor is known again. */
const DEVICE_COOKIE = 'laurel_device';

/** The device token a request carries; whether it is worth anything only the database knows. */
export const readDeviceCookie = (request: FastifyRequest): string | undefined => request.cookies[DEVICE_COOKIE];

/**
 * Hands a browser its device token: out of reach of scripts, never sent from another site, for 90 days.
 * @param publicUrl where people find this instance; the cookie is Secure when that is https
 */
export const setDeviceCookie = (reply: FastifyReply, token: string, publicUrl: string): void => {
  reply.setCookie(DEVICE_COOKIE, token, {
    path: API_PREFIX,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge: DEVICE_TTL_MS / 1000,
  });
};
