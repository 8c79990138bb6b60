import type { FastifyReply, FastifyRequest } from 'fastify';
import { newHandle } from '../crypto/random.ts';
import { TWO_FACTOR_SETUP_TTL_MS } from '../limits.ts';
import { cookieName, cookieOptions } from './cookie.ts';

/** The cookie of a browser that has seen a pending two-factor secret. */
const SETUP_COOKIE = 'laurel_setup';

const TOKEN = /^[\w-]{22}$/;

/** The setup token of a request's cookie, or a new one for `setSetupCookie`. */
export const setupTokenOf = (request: FastifyRequest, publicUrl: string): string => {
  const sent = request.cookies[cookieName(SETUP_COOKIE, publicUrl)];
  return sent !== undefined && TOKEN.test(sent) ? sent : newHandle();
};

/**
 * Sets a browser's setup token, with which it sees the same pending secret again.
 * @param publicUrl the address of this instance; the cookie is Secure if it is https
 */
export const setSetupCookie = (reply: FastifyReply, token: string, publicUrl: string): void => {
  const name = cookieName(SETUP_COOKIE, publicUrl);
  reply.setCookie(name, token, { ...cookieOptions(publicUrl), maxAge: TWO_FACTOR_SETUP_TTL_MS / 1000 });
};
