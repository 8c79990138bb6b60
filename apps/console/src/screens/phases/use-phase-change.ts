import { readPhases } from '@laurel/contracts/console/calls/phases';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Resources } from '../../i18n/resources.ts';
import { keyOf } from '../../lib/query.ts';
import { showToast } from '../../ui/toast.tsx';
import type { Outcome, Phases } from './types.ts';

/** The part of the phases that a change is based on. The server refuses the change if they differ by then. */
export const expectedOf = ({ moved, inFiles }: Phases) => ({ ...moved, inFiles });

type Said = keyof Resources['phases']['said'];

/** Runs a change of the phases, loads them again, and says what happened: the change may wait for a second person. */
export const usePhaseChange = () => {
  const { t } = useTranslation('phases');
  const queryClient = useQueryClient();
  return async (change: () => Promise<{ data: Outcome }>, said: Said): Promise<void> => {
    try {
      const { data } = await change();
      showToast(t(`said.${data.proposal === null ? said : 'proposed'}`));
    } finally {
      // After a refusal, too: it means that the times on the screen are old.
      await queryClient.invalidateQueries({ queryKey: keyOf(readPhases) });
    }
  };
};
