import type { QueryClient } from '@tanstack/react-query';
import { handleRefusals } from '../lib/call.ts';
import { requestPasskey } from '../lib/passkey-request.ts';
import type { createConsoleRouter } from './router.tsx';

/** Leads to the sign-in when the session is over, and asks for the passkey when a call needs a fresh one. */
export const followRefusals = (router: ReturnType<typeof createConsoleRouter>, queryClient: QueryClient): void =>
  handleRefusals({
    confirm: requestPasskey,
    signedOut: () => {
      const { resolvedLocation } = router.state;
      // The first load goes there by itself; a person who is there already stays.
      if (!resolvedLocation || ['/sign-in', '/invitation'].includes(resolvedLocation.pathname)) return;
      void router.navigate({ to: '/sign-in', search: { back: resolvedLocation.href } }).then(() => queryClient.clear());
    },
  });
