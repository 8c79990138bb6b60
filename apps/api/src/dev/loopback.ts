import ipaddr from 'ipaddr.js';

/**
 * Whether a socket's other end is this very machine. It is the socket's own address that counts, never a header's: a
 * header says whatever its sender likes.
 */
export const isLoopback = (remoteAddress: string | undefined): boolean =>
  remoteAddress !== undefined && ipaddr.isValid(remoteAddress) && ipaddr.process(remoteAddress).range() === 'loopback';
