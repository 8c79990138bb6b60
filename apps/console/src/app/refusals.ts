import type { QueryClient } from '@tanstack/react-query';
import { handleRefusals } from '../lib/call.ts';
import { requestPasskey } from '../lib/passkey-request.ts';
import { keepDrafts } from '../session/draft.ts';
import type { createConsoleRouter } from './router.tsx';

/** Leads to the sign-in when the session is over, and asks for the passkey when a call needs a fresh one. */
export const followRefusals = (router: ReturnType<typeof createConsoleRouter>, queryClient: QueryClient): void =>
  handleRefusals({
    confirm: requestPasskey,
    signedOut: () => {
      const { resolvedLocation } = router.state;
      // The first load goes there by itself; a person who is there already stays.
      if (!resolvedLocation || ['/sign-in', '/invitation'].includes(resolvedLocation.pathname)) return;
      keepDrafts();
      // In the place of the screen, so that Back leads to the one before it, also after signing in.
      void router
        .navigate({ to: '/sign-in', search: { back: resolvedLocation.href }, replace: true })
        .then(() => queryClient.clear());
    },
  });
