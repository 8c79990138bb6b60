import { MESSAGE_PURPOSES } from '@laurel/contracts/console/calls/messages';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Says what a message is for. A purpose of another release is called a notice. A purpose without a text does not
 * compile.
 */
export const usePurposeText = (): ((purpose: string) => string) => {
  const { t } = useTranslation();
  return useCallback((purpose) => t(`purposes.${MESSAGE_PURPOSES.find((each) => each === purpose) ?? 'other'}`), [t]);
};
