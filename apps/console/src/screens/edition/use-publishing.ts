import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toast.tsx';

/** Publishes, loads everything on the screen again, and says what happened. */
export const usePublishing = () => {
  const { t } = useTranslation('edition');
  const queryClient = useQueryClient();
  return async (publish: () => Promise<{ data: { changed: boolean } }>): Promise<void> => {
    try {
      const { data } = await publish();
      showToast(t(data.changed ? 'said.published' : 'said.same'));
    } finally {
      // After a refusal, too, because the difference on the screen may be old.
      await queryClient.invalidateQueries();
    }
  };
};
