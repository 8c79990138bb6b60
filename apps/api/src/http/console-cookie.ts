import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, cookieOptions } from './cookie.ts';

const SESSION_COOKIE = 'laurel_console';

/** The session token of a request, not checked yet. */
export const consoleTokenOf = (request: FastifyRequest, consoleUrl: string): string | undefined =>
  request.cookies[cookieName(SESSION_COOKIE, consoleUrl)];

/** Sets the session cookie of the console. It has no age: it ends with the browser, or with the session. */
export const setConsoleCookie = (reply: FastifyReply, token: string, consoleUrl: string): void => {
  reply.setCookie(cookieName(SESSION_COOKIE, consoleUrl), token, cookieOptions(consoleUrl));
};

export const clearConsoleCookie = (reply: FastifyReply, consoleUrl: string): void => {
  reply.clearCookie(cookieName(SESSION_COOKIE, consoleUrl), cookieOptions(consoleUrl));
};
