const platformFetch = globalThis.fetch;

/**
 * Makes fetch reject redirects in this process unless a caller sets `redirect`, because the S3 client has no setting for it.
 */
export const refuseRedirects = (): void => {
  globalThis.fetch = (input, init) => platformFetch(input, { redirect: 'error', ...init });
};

/** Whether a request failed because its response was a redirect. */
export const isRedirect = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'unexpected redirect';
