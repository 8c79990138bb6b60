import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A socket that listens on IPv6 has the IPv4 address of its client as ::ffff:203.0.113.7. */
const unmapped = (address: string): string =>
  /^[0:]+ffff:/i.test(address) && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/** An address without the port, brackets or zone that some proxies add; undefined if it is invalid. */
const bareAddress = (text: string): string | undefined => {
  if (isIP(text) !== 0 && !text.includes('%')) return unmapped(text);
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIP(bare) === 0 ? undefined : unmapped(bare);
};

/** The observed address without additions; the address of `peer`, which sent it, if it is invalid. */
export const addressOf = (observed: string, peer: string | undefined): string =>
  bareAddress(observed) ?? bareAddress(peer ?? '') ?? '0.0.0.0';

/**
 * The network that a limit counts by: an IPv4 address, or the /64 of an IPv6 address, which one subscriber usually has.
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
 * The /48 that contains the /64 of an IPv6 network; undefined for other networks. A rented server often has a whole /48, and
 * so 65,536 networks.
 */
export const widerNetworkOf = (network: string): string | undefined => {
  const [, first] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(network) ?? [];
  return first && `${first}::/48`;
};

/** The network of many subscribers: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const originNetworkOf = (ip: string): string => {
  const network = networkOf(ip);
  return widerNetworkOf(network) ?? `${network.slice(0, network.lastIndexOf('.'))}.0/24`;
};
