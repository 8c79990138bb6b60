/** Whether an If-None-Match lists a validator, also as a weak one, which compressing proxies send (RFC 9110 §13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean => ifNoneMatch?.includes(etag) === true;
