import { FIELD_MESSAGES } from '@laurel/contracts/console/field-messages';
import { useTranslation } from 'react-i18next';

const keys = new Map(Object.entries(FIELD_MESSAGES).map(([key, message]): [string, string] => [message, key]));
const isKey = (key: string | undefined): key is keyof typeof FIELD_MESSAGES =>
  key !== undefined && key in FIELD_MESSAGES;

/** Translates the message about a field. A message without a translation stays as it is. */
export const useFieldText = (): ((message: string | undefined) => string | undefined) => {
  const { t } = useTranslation('fields');
  return (message) => {
    const key = message === undefined ? undefined : keys.get(message);
    return isKey(key) ? t(key) : message;
  };
};
