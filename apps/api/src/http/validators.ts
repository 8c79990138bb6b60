import { createHash } from 'node:crypto';

/** The validator of a body (RFC 9110 §8.8.3). @param encoding the content coding, where it has one */
export const etagOf = (body: string | Uint8Array, encoding?: string): string => {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`;
};

/** Whether an If-None-Match lists a validator, also as a weak one, which compressing proxies send (RFC 9110 §13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean => ifNoneMatch?.includes(etag) === true;
