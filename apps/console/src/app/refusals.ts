import type { QueryClient } from '@tanstack/react-query';
import { handleRefusals } from '../lib/call.ts';
import { requestPasskey } from '../lib/passkey-request.ts';
import { keepDrafts } from '../session/draft.ts';
import type { createConsoleRouter } from './router.tsx';

/** Goes to the sign-in when the session is over, and asks for the passkey when a call needs a fresh one. */
export const followRefusals = (router: ReturnType<typeof createConsoleRouter>, queryClient: QueryClient): void =>
  handleRefusals({
    confirm: requestPasskey,
    signedOut: () => {
      const { resolvedLocation } = router.state;
      // During the first load, consoleRoute goes to the sign-in. Two of these screens need no session, and the show keeps its slide.
      if (!resolvedLocation || ['/sign-in', '/invitation', '/stage/show'].includes(resolvedLocation.pathname)) return;
      keepDrafts();
      // Replaces the screen in the history, so that Back leads to the screen before it, also after signing in.
      void router
        .navigate({ to: '/sign-in', search: { back: resolvedLocation.href }, replace: true })
        .then(() => queryClient.clear());
    },
  });
