import { createHash } from 'node:crypto';
import { serviceOf } from '@laurel/contracts/analytics';

/** The headers of every API response: a browser must not frame, sniff, embed or run it. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** HTTPS only, for two years (RFC 6797); sent if the site's address is https. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const;

/** The source of an inline script or style in a content security policy (CSP Level 3, § 2.3.1). */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The hashes of a page's inline scripts and styles, as sources of a policy (CSP Level 3, § 2.3.1). */
export type InlineHashes = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/**
 * The content security policy of the page: its own files, its inline scripts and styles, styles with this response's
 * nonce, which libraries add, and Trusted Types.
 * @param lookupOrigin the origin of the service that tells a browser its IP address
 * @param analytics the id of the award's service for statistics
 */
export const pagePolicy = (
  nonce: string,
  { scripts, styles }: InlineHashes,
  lookupOrigin?: string,
  analytics?: string,
): string => {
  const service = analytics === undefined ? undefined : serviceOf(analytics);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts, ...(service?.scripts ?? [])].join(' '),
    [`style-src 'self' 'nonce-${nonce}'`, ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(lookupOrigin === undefined ? [] : [lookupOrigin]), ...(service?.connects ?? [])].join(
      ' ',
    ),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
};

/** A media type with its charset for XML; Fastify adds it to other texts. Every SVG here is UTF-8. */
export const withCharset = (type: string): string => (type.endsWith('+xml') ? `${type}; charset=utf-8` : type);
