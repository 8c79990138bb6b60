import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';

/** What proxies add; a request with one of these was made elsewhere. */
const FORWARDING_HEADERS = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|true-client-ip|cf-connecting-ip)$/;

const hostOf = (header: string | undefined): string => {
  const address = `http://${header ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
};

/**
 * Whether a request was made on this very machine, and for it: by its socket, by a Host that no name server gave (a page
 * elsewhere can let its own name lead to 127.0.0.1), and through no proxy.
 */
export const isMadeHere = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  isLoopbackHost(hostOf(headers.host)) &&
  !Object.keys(headers).some((name) => FORWARDING_HEADERS.test(name));
