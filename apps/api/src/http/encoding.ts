import { LRUCache } from 'lru-cache';
import { HEADER_MAX, negotiatorOf } from './negotiator.ts';

type Coding = 'br' | 'gzip';

/** Browsers send few different headers, and parsing one costs as much as the rest of a 304. */
const MAX_HEADERS = 200;
const parsed: Record<Coding, LRUCache<string, boolean>> = {
  br: new LRUCache({ max: MAX_HEADERS }),
  gzip: new LRUCache({ max: MAX_HEADERS }),
};

/**
 * Whether an Accept-Encoding prefers a coding to an uncompressed response (RFC 9110 §12.5.3). If both have the same
 * weight, the one that the header names first is preferred. A client without the header gets no coding.
 */
export const takesEncoding = (header: string | undefined, coding: Coding): boolean => {
  if (header === undefined) return false;
  const known = parsed[coding].get(header);
  if (known !== undefined) return known;
  const takes = negotiatorOf('accept-encoding', header).encoding([coding, 'identity']) === coding;
  // A long header is unusual, and would stay in memory.
  if (header.length <= HEADER_MAX) parsed[coding].set(header, takes);
  return takes;
};
