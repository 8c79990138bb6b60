import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address without the port, brackets or zone that some proxies leave on it; undefined where none is left. */
const bareAddress = (text: string): string | undefined => {
  if (isIP(text) !== 0 && !text.includes('%')) return text;
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) === 0 ? undefined : bare;
};

/** An observed address, bare; where it is no address at all that of `peer`, who handed it on. */
export const addressOf = (observed: string, peer: string | undefined): string =>
  bareAddress(observed) ?? bareAddress(peer ?? '') ?? '0.0.0.0';

/**
 * The network a limit counts by: an IPv4 address, or the /64 of an IPv6 address (one subscriber's usual share).
 * @param ip the observed address, never a declared one
 */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':')) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv6) {
    const [first, second, third, fourth] = address.parts;
    return `${[first, second, third, fourth].map((part) => (part ?? 0).toString(16)).join(':')}::/64`;
  }
  return address.toString();
};

/**
 * The /48 that the /64 of an IPv6 network is in: whoever rents a server is often given all of one, and with it 65,536
 * networks to count by. Undefined for what is no /64.
 */
export const widerNetworkOf = (network: string): string | undefined => {
  const [, first] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network) ?? [];
  return first && `${first}::/48`;
};
