import ipaddr from 'ipaddr.js';

/** Whether an address is a loopback address. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Whether a host is this machine, without asking a name server: localhost or a loopback address.
 * @param host as a URL has it: an IPv6 address is in brackets
 */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopbackAddress(name);
};
