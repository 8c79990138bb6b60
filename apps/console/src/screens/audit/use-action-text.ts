import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** An action of the log in words, like `team.invite`; an unknown one as it is. */
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

/** A family of actions in words, like `team`; an unknown one as it is. */
export const useFamilyText = (): ((family: string) => string) => {
  const { t } = useTranslation('audit');
  return useCallback(
    (family) => new Map(Object.entries(t('families', { returnObjects: true }))).get(family) ?? family,
    [t],
  );
};
