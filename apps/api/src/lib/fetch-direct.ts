const platformFetch = globalThis.fetch;

/**
 * fetch, for every call to a provider. A redirect is an error: addresses and headers here hold tokens, bodies hold codes,
 * and a provider's API never redirects.
 * @throws TypeError where no answer came, or a redirect did; DOMException once `signal` aborts
 */
export const fetchDirect = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
  platformFetch(input, { ...init, redirect: 'error' });

/** Makes fetch refuse redirects in the whole process, for a library that calls it by itself and has no setting for it. */
export const refuseRedirects = (): void => {
  globalThis.fetch = fetchDirect;
};

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

/** Whether a call failed because its answer was a redirect. */
export const isRedirect = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'unexpected redirect';

/** Why a call had no answer, in words that hold neither its address nor a token. */
export const failureReason = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown failure';
  return isRedirect(error) ? 'redirect' : error.name;
};
