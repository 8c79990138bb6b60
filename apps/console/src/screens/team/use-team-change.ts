import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Resources } from '../../i18n/resources.ts';
import { showToast } from '../../ui/toast.tsx';

type Said = keyof Resources['team']['said'];

/** Runs a change of the team, loads the team again, and says what happened. */
export const useTeamChange = () => {
  const { t } = useTranslation('team');
  const queryClient = useQueryClient();
  return async <Answer>(change: () => Promise<Answer>, said: Said, name: string): Promise<Answer> => {
    try {
      const answer = await change();
      showToast(t(`said.${said}`, { name }));
      return answer;
    } finally {
      // After a refusal, too: it means that the list on the screen is old.
      await queryClient.invalidateQueries();
    }
  };
};
