import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An observed address without the port, brackets or zone that some proxies leave on it; `fallback` where what is left is
 * no address at all.
 */
export const addressOf = (observed: string, fallback: string): string => {
  if (isIP(observed) !== 0 && !observed.includes('%')) return observed;
  const bare = observed
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) === 0 ? fallback : bare;
};

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
