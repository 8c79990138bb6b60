import type {} from '@fastify/cookie';
import { DEVICE_TTL_MS } from '@laurel/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from './call.ts';

const NAME = 'laurel_device';

/** The token by which this browser says that it once proved a second factor. */
export const deviceTokenOf = (request: FastifyRequest): string | undefined => request.cookies[NAME];

/**
 * Gives the browser its device token (RFC 6265): out of reach of scripts, never sent along from another site.
 * @param publicUrl where people find this instance; over https the cookie never travels without it
 */
export const setDeviceCookie = (reply: FastifyReply, token: string, publicUrl: string): void => {
  void reply.setCookie(NAME, token, {
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    path: API_PREFIX,
    maxAge: DEVICE_TTL_MS / 1000,
  });
};
