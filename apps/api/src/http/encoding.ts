import { negotiatorOf } from './negotiator.ts';

/**
 * Whether an Accept-Encoding prefers a coding to an uncompressed response (RFC 9110 §12.5.3). Of equal weights, the first
 * counts. A client without the header gets no coding.
 */
export const takesEncoding = (header: string | undefined, coding: 'br' | 'gzip'): boolean =>
  negotiatorOf('accept-encoding', header).encoding([coding, 'identity']) === coding;
