import Negotiator from 'negotiator';

/** Longer headers are cut: the time to read one grows with its length. */
export const HEADER_MAX = 200;

/** Reads the preferences of a client from one header. */
export const negotiatorOf = (name: 'accept-encoding' | 'accept-language', header: string | undefined): Negotiator =>
  new Negotiator({ headers: { [name]: header?.slice(0, HEADER_MAX) } });
