import type { Message } from '@laurel/contracts/console/calls/messages';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const PURPOSES = ['email_code', 'password_code', 'phone_code', 'social_approved', 'social_rejected', 'test'] as const;

/** What a message is for, in words. */
export const usePurpose = (): ((message: Message) => string) => {
  const { t } = useTranslation('messages');
  return useCallback(({ purpose }) => t(`purposes.${PURPOSES.find((each) => each === purpose) ?? 'other'}`), [t]);
};
