/** What every answer of the API says to a browser: nothing here may be framed, sniffed, embedded or run. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** HTTPS only, for two years (RFC 6797); sent where the site's own address is an https one. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const;

/**
 * The page's policy: its own files, the scripts and styles that carry this answer's nonce, and no string ever becomes
 * code (Trusted Types).
 * @param styleHashes of the styles that stand in the page without a nonce, the same for everybody
 */
export const pagePolicy = (nonce: string, styleHashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    ['style-src', "'self'", `'nonce-${nonce}'`, ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** A media type with its charset where it is XML, which Fastify adds to other texts alone. Every SVG here is UTF-8. */
export const withCharset = (type: string): string => (type.endsWith('+xml') ? `${type}; charset=utf-8` : type);
