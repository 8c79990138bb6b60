import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Toasts } from '../ui/toast.tsx';
import { PasskeyPrompt } from './passkey-prompt.tsx';
import type { createConsoleRouter } from './router.tsx';

type Props = { queryClient: QueryClient; router: ReturnType<typeof createConsoleRouter> };

/** The console. */
export const App = ({ queryClient, router }: Props) => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
    <PasskeyPrompt />
    <Toasts />
  </QueryClientProvider>
);
