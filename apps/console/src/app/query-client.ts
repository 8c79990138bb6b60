import { QueryClient } from '@tanstack/react-query';
import { mayPass } from '../lib/failure.ts';

const MAX_RETRIES = 2;

/** The cache of the server's answers. Old answers stay on the screen while the server is away. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < MAX_RETRIES && mayPass(error),
        // The offline banner tells why a call fails; a query must not wait in silence for the browser's own idea of being online.
        networkMode: 'always',
        staleTime: 5_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
