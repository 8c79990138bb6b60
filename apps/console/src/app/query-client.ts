import { QueryClient } from '@tanstack/react-query';
import { isRetryable } from '../lib/failure.ts';

const MAX_RETRIES = 2;

/** Creates the cache of the server's answers. Old answers stay on the screen while the server does not answer. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < MAX_RETRIES && isRetryable(error),
        // Call even if the browser says that it is offline: otherwise queries pause, and no banner says why.
        networkMode: 'always',
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
