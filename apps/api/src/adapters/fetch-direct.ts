/**
 * fetch for requests to providers. A redirect is an error: URLs and headers hold tokens, bodies hold codes, and the APIs of
 * providers never redirect.
 * @throws TypeError without a response, or on a redirect; DOMException once `signal` aborts
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

/** Whether a request failed before it was sent, so that it had no effect. */
export const neverConnected = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  typeof error.cause.code === 'string' &&
  CONNECT_FAILURES.has(error.cause.code);

/** Why a request had no response, without its URL or a token. */
export const failureReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown failure';
  return error.cause instanceof Error && error.cause.message === 'unexpected redirect' ? 'redirect' : error.name;
};
