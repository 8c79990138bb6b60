// Checks of visitors' addresses, for `laurel doctor` and before going live.
import { isIP } from 'node:net';
import type { Queryable } from '@laurel/database/queryable';
import { createDns } from './dns.ts';
import { bad, type Finding, good, skipped } from './finding.ts';

/** How far back the addresses of visitors are read. */
const LATELY_MS = 24 * 60 * 60_000;

/** Private addresses: those of containers, proxies and local networks. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', 'fc00::/7', 'fe80::/10', '::1/128'];

const ADVICE =
  'Visitors over IPv6: run Docker 27 or newer, and leave LAUREL_IPV6 on ("IPv6" in docs/self-hosting.md). A CDN or a proxy in front: name its addresses in LAUREL_TRUSTED_PROXIES.';

const SEEN = `
  SELECT count(*)::int AS all,
         count(*) FILTER (WHERE observed_ip <<= ANY ($2::inet[]))::int AS hidden,
         count(*) FILTER (WHERE family(observed_ip) = 6 AND NOT observed_ip <<= ANY ($2::inet[]))::int AS ipv6,
         host(mode() WITHIN GROUP (ORDER BY observed_ip) FILTER (WHERE observed_ip <<= ANY ($2::inet[]))) AS address
    FROM client_hints WHERE created_at > $1`;

const dns = createDns();

/** Whether a name has an AAAA record; undefined if no name server answered. */
const hasIPv6 = async (name: string): Promise<boolean | undefined> => {
  const found = await dns.ipv6(name);
  return found && found.length > 0;
};

/**
 * Checks that Laurel sees the addresses of visitors. Behind a container engine that does not forward IPv6, or a proxy that
 * is not configured, many visitors have one address and share the limits of one visitor.
 * @param publicUrl the address of the site
 * @param reachedOverIPv6 whether a name resolves to an IPv6 address, if that is known; by DNS except in tests
 */
export const checkVisitorAddresses = async (
  client: Queryable,
  publicUrl: string | undefined,
  now: Date,
  reachedOverIPv6: (name: string) => Promise<boolean | undefined> = hasIPv6,
): Promise<Finding> => {
  if (publicUrl === undefined) return skipped('no PUBLIC_URL');
  const { hostname } = new URL(publicUrl);
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return skipped('a trial on this machine: the site has no name');
  }
  const since = new Date(now.getTime() - LATELY_MS);
  const { rows } = await client.query<{ all: number; hidden: number; ipv6: number; address: string | null }>(SEEN, [
    since,
    PRIVATE,
  ]);
  const { all = 0, hidden = 0, ipv6 = 0, address } = rows[0] ?? {};
  if (hidden > 0) {
    return bad(
      `${hidden} of ${all} requests of the last day came from addresses like ${address}, which is a proxy’s: all visitors behind it share the limits of one`,
      ADVICE,
    );
  }
  if (ipv6 > 0) return good(`${ipv6} of ${all} requests of the last day came over IPv6, each from its own address`);
  const hasRecord = await reachedOverIPv6(hostname);
  if (hasRecord === undefined) return skipped(`no name server says whether ${hostname} has an AAAA record`);
  if (!hasRecord) return good(`${hostname} has no AAAA record: visitors come over IPv4`);
  return skipped('no request came over IPv6 in the last day: log in from a phone without Wi-Fi, then run this again');
};
