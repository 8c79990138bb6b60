import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Whether a name can be used, with an optional note for the organiser. */
export type DomainVerdict = { ok: true; note?: string } | { ok: false; problem: string };

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';
const same = (a: string, b: string): boolean => ipaddr.process(a).toString() === ipaddr.process(b).toString();

const kindOf = (address: string): 'ipv4' | 'ipv6' => ipaddr.process(address).kind();
const NAMES = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Compares the addresses of a name with the one that the organiser named. A name may have addresses of the other kind, too. */
const judgeBy = (domain: string, found: readonly string[], expected: string): DomainVerdict => {
  const comparable = found.filter((address) => kindOf(address) === kindOf(expected));
  const rest = found.filter((address) => !comparable.includes(address));
  const others = comparable.length === 0 ? rest : comparable.filter((address) => !same(address, expected));
  if (others.length > 0) {
    const problem = `${domain} resolves to ${others.join(', ')} and not to ${expected}: correct its record, or skip this check with --skip-dns.`;
    return { ok: false, problem };
  }
  if (rest.length === 0) return { ok: true };
  return {
    ok: true,
    note: `${domain} also resolves to ${rest.join(', ')}, which was not checked: --address is an ${NAMES[kindOf(expected)]} address.`,
  };
};

/**
 * Checks the addresses of a name.
 * @param found the name's addresses; empty if it does not resolve
 * @param own this machine's addresses
 * @param expected this machine's public address, if the organiser named it
 */
export const judgeDomain = (
  domain: string,
  found: readonly string[],
  own: readonly string[],
  expected?: string,
): DomainVerdict => {
  const skip = 'or skip this check with --skip-dns';
  if (found.length === 0) {
    return { ok: false, problem: `${domain} has no address yet: add an A or AAAA record, ${skip}.` };
  }
  if (expected !== undefined) return judgeBy(domain, found, expected);
  const others = found.filter((address) => !own.some((each) => same(each, address)));
  if (others.length === 0) return { ok: true };
  const resolves = `${domain} resolves to ${others.join(', ')}`;
  if (!others.some(isPublic)) {
    return {
      ok: false,
      problem: `${resolves}, which is not reachable from the internet: correct its record, ${skip}.`,
    };
  }
  const publicOwn = own.filter(isPublic);
  if (publicOwn.length > 0) {
    return {
      ok: false,
      problem: `${resolves}, and this machine is ${publicOwn.join(', ')}: correct its record, add --address IP if this machine has another public address, ${skip}.`,
    };
  }
  return {
    ok: true,
    note: `${resolves}. Inside a container or behind a router, Laurel can't tell whether that is this machine. To check it: --address IP.`,
  };
};

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address.replace(/%.*$/, '')));

/** Resolves a name and checks its addresses. `localhost` and names below it are always valid (RFC 6761). */
export const checkDomain = async (domain: string, expected?: string): Promise<DomainVerdict> => {
  if (/(^|\.)localhost$/.test(domain))
    return { ok: true, note: `${domain} is for a trial on this machine: no other machine can reach it.` };
  const found = await lookup(domain, { all: true }).catch(() => []);
  return judgeDomain(
    domain,
    found.map(({ address }) => address),
    ownAddresses(),
    expected,
  );
};
