/**
 * Whether an If-None-Match lists a validator: any of several, and weak ones too, as proxies make of them when they
 * compress (RFC 9110 §13.1.2).
 */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean => ifNoneMatch?.includes(etag) === true;
