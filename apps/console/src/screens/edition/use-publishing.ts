import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toast.tsx';

/** Publishes or proposes, loads everything on the screen again, and says what happened. */
export const usePublishing = () => {
  const { t } = useTranslation('edition');
  const queryClient = useQueryClient();
  return async (take: () => Promise<'published' | 'same' | 'proposed'>): Promise<void> => {
    try {
      showToast(t(`said.${await take()}`));
    } finally {
      // After a refusal, too, because the difference on the screen may be old.
      await queryClient.invalidateQueries();
    }
  };
};
