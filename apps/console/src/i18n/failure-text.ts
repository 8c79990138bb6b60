import { useTranslation } from 'react-i18next';
import { asFailure } from '../lib/failure.ts';

/** Says in the page's language why a call failed. A code without a text of its own counts as an error of the server. */
export const useFailureText = (): ((error: unknown) => string) => {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    const text: unknown = i18n.getResource(i18n.language, 'errors', asFailure(error).code);
    return typeof text === 'string' ? text : t('server.error');
  };
};
