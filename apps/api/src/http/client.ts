import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { CLIENT_HINT_HEADERS } from '@laurel/contracts/client-hints';
import type { Language } from '@laurel/contracts/languages';
import type { FastifyRequest } from 'fastify';
import { languageOf } from './language.ts';
import { addressOf, networkOf } from './network.ts';

/** The client of a request: its observed address, and what it declared about itself. */
export type Client = {
  /** The observed address (RO-03): that of the socket, or the one that a trusted proxy names. */
  ip: string;
  /** The network that limits count by. */
  network: string;
  language: Language;
  declared: { ip: string | null; userAgent: string | null; timeZone: string | null };
};

const declared = (value: string | string[] | undefined, max: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, max) : null;

/** The observed address; the proxy's own if a trusted proxy names something that is not an address. */
export const observedAddress = (request: FastifyRequest): string => addressOf(request.ip, request.socket.remoteAddress);

/**
 * Creates a reader of the observed address for requests that Fastify does not see.
 * @param trusted the trusted proxies, as in Fastify's `trustProxy`
 */
export const addressReader = (trusted: readonly string[] = []): ((request: IncomingMessage) => string) => {
  const trusts = proxyAddr.compile([...trusted]);
  return (request) => {
    const peer = request.socket.remoteAddress;
    return addressOf(trusted.length > 0 ? proxyAddr(request, trusts) : (peer ?? ''), peer);
  };
};

/** What a request shows about its sender, without the language: the address, and what the client declared. */
export const visitOf = (
  request: FastifyRequest,
): { ip: string; userAgent: string | null; timeZone: string | null } => ({
  ip: observedAddress(request),
  // Only the page declares its user agent; scripts have at most that of HTTP.
  userAgent:
    declared(request.headers[CLIENT_HINT_HEADERS.userAgent], 400) ?? declared(request.headers['user-agent'], 400),
  timeZone: declared(request.headers[CLIENT_HINT_HEADERS.timeZone], 64),
});

/** The client of a request. */
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
