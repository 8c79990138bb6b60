import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the text of an action, such as `team.invite`. An unknown action stays as it is. */
export const useActionText = (): ((action: string) => string) => {
  const { t } = useTranslation('audit');
  return useCallback(
    (action) => {
      const texts = new Map(Object.entries(t('actions', { returnObjects: true })));
      return texts.get(action.replaceAll(/[.-]/g, '_')) ?? action;
    },
    [t],
  );
};

/** Returns the text of a family of actions, such as `team`. An unknown family stays as it is. */
export const useFamilyText = (): ((family: string) => string) => {
  const { t } = useTranslation('audit');
  return useCallback(
    (family) => new Map(Object.entries(t('families', { returnObjects: true }))).get(family) ?? family,
    [t],
  );
};
