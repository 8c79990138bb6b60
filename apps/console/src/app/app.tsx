import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { createConsoleRouter } from './router.tsx';

type Props = { queryClient: QueryClient; router: ReturnType<typeof createConsoleRouter> };

export const App = ({ queryClient, router }: Props) => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);
