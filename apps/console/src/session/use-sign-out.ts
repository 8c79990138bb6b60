import { signOut } from '@laurel/contracts/console/calls/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../lib/call.ts';
import { dropDraftsUnlessOf } from './draft.ts';

/** Ends the session and goes to the sign-in; nothing that was loaded stays in the browser. */
export const useSignOut = () => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(signOut, { body: {} }),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      queryClient.clear();
      dropDraftsUnlessOf();
    },
  });
};
