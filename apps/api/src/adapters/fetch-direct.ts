/**
 * fetch, for every call to a provider. A redirect is an error: addresses and headers here hold tokens, bodies hold codes,
 * and a provider's API never redirects.
 * @throws TypeError where no answer came, or a redirect did; DOMException once `signal` aborts
 */
export const fetchDirect = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: 'error' });

/** Failures before any byte of the request was sent. */
const CONNECT_FAILURES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a call failed before its request was sent, so that it cannot have had an effect. */
export const neverConnected = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  typeof error.cause.code === 'string' &&
  CONNECT_FAILURES.has(error.cause.code);

/** Why a call had no answer, in words that hold neither its address nor a token. */
export const failureReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown failure';
  return error.cause instanceof Error && error.cause.message === 'unexpected redirect' ? 'redirect' : error.name;
};
