import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';

/** Headers that proxies add: a request with one of these comes from another machine. */
const FORWARDING_HEADERS = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|true-client-ip|cf-connecting-ip)$/;

const hostOf = (header: string | undefined): string => {
  const address = `http://${header ?? ''}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
};

/**
 * Whether a request was made on this machine: its socket and its Host are loopback addresses (DNS rebinding: another site's
 * name can resolve to 127.0.0.1), and no proxy forwarded it.
 */
export const isMadeHere = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  isLoopbackHost(hostOf(headers.host)) &&
  !Object.keys(headers).some((name) => FORWARDING_HEADERS.test(name));
