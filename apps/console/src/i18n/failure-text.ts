import { useTranslation } from 'react-i18next';
import { asFailure } from '../lib/failure.ts';

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Writes a time from now, such as "in 5 minutes", rounded up. */
const fromNow = (seconds: number, language: string): string => {
  const [unit, length] = UNITS.find(([, length]) => seconds > length) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / length), unit);
};

/**
 * Says in the page's language why a call failed. A code without a text of its own is shown as an error of the server.
 */
export const useFailureText = (): ((error: unknown) => string) => {
  const { t, i18n } = useTranslation('errors');
  return (error) => {
    const { code, details } = asFailure(error);
    if (code === 'limit.exceeded' && details.retryAfterSeconds !== undefined) {
      return t('limit.exceededUntil', { when: fromNow(details.retryAfterSeconds, i18n.language) });
    }
    const text: unknown = i18n.getResource(i18n.language, 'errors', code);
    return typeof text === 'string' ? text : t('server.error');
  };
};
