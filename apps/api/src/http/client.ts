import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { CLIENT_HINT_HEADERS } from '@laurel/contracts/client-hints';
import type { Language } from '@laurel/contracts/languages';
import type { FastifyRequest } from 'fastify';
import { languageOf } from './language.ts';
import { addressOf, networkOf } from './network.ts';

/** Who is at the other end: what was observed, and beside it what was only declared. */
export type Client = {
  /** The observed address (RO-03): the socket's, or what a trusted proxy named. */
  ip: string;
  /** What limits count by. */
  network: string;
  language: Language;
  declared: { ip: string | null; userAgent: string | null; timeZone: string | null };
};

const declared = (value: string | string[] | undefined, max: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, max) : null;

/** The observed address. A trusted proxy may still hand on what is no address; its own is one. */
export const observedAddress = (request: FastifyRequest): string => addressOf(request.ip, request.socket.remoteAddress);

/**
 * The observed address of what the framework has not seen.
 * @param trusted the proxies whose word is taken, as the framework is told them
 */
export const addressReader = (trusted: readonly string[] = []): ((request: IncomingMessage) => string) => {
  const trusts = proxyAddr.compile([...trusted]);
  return (request) => {
    const peer = request.socket.remoteAddress;
    return addressOf(trusted.length > 0 ? proxyAddr(request, trusts) : (peer ?? ''), peer);
  };
};

/** Reads the caller off a request. */
export const clientOf = (request: FastifyRequest): Client => {
  const ip = observedAddress(request);
  return {
    ip,
    network: networkOf(ip),
    language: languageOf(request.headers['accept-language']),
    declared: {
      ip: declared(request.headers[CLIENT_HINT_HEADERS.ip], 64),
      userAgent: declared(request.headers[CLIENT_HINT_HEADERS.userAgent], 400),
      timeZone: declared(request.headers[CLIENT_HINT_HEADERS.timeZone], 64),
    },
  };
};
