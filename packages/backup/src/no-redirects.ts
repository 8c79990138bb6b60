const platformFetch = globalThis.fetch;

/** Makes fetch refuse redirects in this process: the client of S3 calls it by itself and has no setting for it. */
export const refuseRedirects = (): void => {
  globalThis.fetch = (input, init) => platformFetch(input, { ...init, redirect: 'error' });
};

/** Whether a call failed because its answer was a redirect. */
export const isRedirect = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'unexpected redirect';
