import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '../http/loopback.ts';

/** The variables whose address must be encrypted in production, unless ALLOW_UNENCRYPTED names them. */
export const ENCRYPTED_VARIABLES = [
  'PUBLIC_URL',
  'SMTP_URL',
  'SMS_WEBHOOK_URL',
  'TELEGRAM_GATEWAY_API_ROOT',
  'WHATSAPP_API_ROOT',
  'TURBOSMS_API_ROOT',
  'SEVEN_API_ROOT',
  'TWILIO_API_ROOT',
  'NUMBER_LOOKUP_API_ROOT',
  'TELEGRAM_API_ROOT',
  'INSTAGRAM_API_ROOT',
] as const;
export type EncryptedVariable = (typeof ENCRYPTED_VARIABLES)[number];

const ruleBroken = (address: string): string | undefined => {
  const { protocol, hostname, searchParams } = new URL(address);
  if (isLoopbackHost(hostname)) return undefined;
  if (protocol === 'http:') return 'must begin with https:// in production';
  // Whether a mail server offers TLS is known only when a mail is sent; without TLS none is sent.
  const unproven = protocol.startsWith('smtp') && searchParams.get('tls.rejectUnauthorized') === 'false';
  return unproven ? 'must not switch off the check of certificates in production' : undefined;
};

/** Lists variables whose traffic would be unencrypted or unauthenticated, one line for each. */
export const unencryptedProblems = (
  values: Partial<Record<EncryptedVariable, string | undefined>> & {
    ALLOW_UNENCRYPTED?: readonly EncryptedVariable[] | undefined;
  },
): string[] =>
  ENCRYPTED_VARIABLES.filter((name) => !values.ALLOW_UNENCRYPTED?.includes(name)).flatMap((name) => {
    const address = values[name];
    const rule = address === undefined ? undefined : ruleBroken(address);
    return rule === undefined
      ? []
      : [`${name}: ${rule}; ALLOW_UNENCRYPTED=${name} allows it, and codes can be read on the way`];
  });

/**
 * Why the console can't be at its address in production. The console needs a host of its own: a browser sends the cookies of
 * a host to all of its ports.
 */
export const consoleProblems = ({
  CONSOLE_URL,
  PUBLIC_URL,
}: {
  CONSOLE_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
}): string[] => {
  if (CONSOLE_URL === undefined) return [];
  const { protocol, hostname } = new URL(CONSOLE_URL);
  if (protocol === 'http:') {
    return ['CONSOLE_URL: must begin with https:// in production, because browsers have passkeys only there'];
  }
  const isSites = PUBLIC_URL !== undefined && new URL(PUBLIC_URL).hostname === hostname;
  return isSites
    ? ['CONSOLE_URL: must be another host than that of PUBLIC_URL, which gets the cookies of its own']
    : [];
};

/** Shorter prefixes cannot be a proxy's network: the largest private ranges are 10.0.0.0/8 and fc00::/7. */
const SHORTEST_IPV4 = 8;
const SHORTEST_IPV6 = 16;
const PRIVATE_IPV6 = ipaddr.IPv6.parseCIDR('fc00::/7');
/** IPv4-mapped IPv6 addresses. A block of 96 bits or fewer around them contains every IPv4 address. */
const MAPPED_IPV4 = ipaddr.IPv6.parse('::ffff:0:0');
const MAPPED_BITS = 96;

const trustsEverybody = (block: string): boolean => {
  if (!block.includes('/')) return false;
  const [address, bits] = ipaddr.parseCIDR(block);
  if (address instanceof ipaddr.IPv4) return bits < SHORTEST_IPV4;
  if (address.isIPv4MappedAddress()) return bits < MAPPED_BITS + SHORTEST_IPV4;
  if (MAPPED_IPV4.match([address, bits])) return true;
  const isPrivate = bits >= PRIVATE_IPV6[1] && address.match(PRIVATE_IPV6);
  return bits < SHORTEST_IPV6 && !isPrivate;
};

/** Ranges of TRUST_PROXY with which any client could forge its address, and so get a fresh limit with each request. */
export const proxyProblems = (ranges: readonly string[] = []): string[] =>
  ranges
    .filter(trustsEverybody)
    .map((range) => `TRUST_PROXY: ${range} trusts everybody: name the addresses of the proxies in front`);
