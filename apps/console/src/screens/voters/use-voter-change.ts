import { findVoters, readVoter } from '@laurel/contracts/console/calls/voters';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../lib/query.ts';
import { showToast } from '../../ui/toast.tsx';
import type { VoterChange } from './types.ts';

/** Runs a change of a voter, reads the voter again, and says what happened. */
export const useVoterChange = (id: string) => {
  const { t } = useTranslation('voters');
  const queryClient = useQueryClient();
  return async (make: () => Promise<unknown>, change: VoterChange): Promise<void> => {
    try {
      await make();
      showToast(t(`${change}.said`));
    } finally {
      // After a refusal, too: it means that the screen is old.
      void queryClient.invalidateQueries({ queryKey: keyOf(findVoters) });
      await queryClient.invalidateQueries({ queryKey: keyOf(readVoter, { params: { id } }) });
    }
  };
};
