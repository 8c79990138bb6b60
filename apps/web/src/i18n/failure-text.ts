import { isFieldMessageKey } from '@laurel/contracts/messages';
import { useTranslation } from 'react-i18next';
import type { ApiFailure, FailureCode } from '../lib/failure.ts';
import { formatKyivMinute } from '../lib/time.ts';
import { useLanguage } from './language.ts';
import type { Resources } from './resources.ts';

/** The user's action that failed. It selects the text of a failure that has no text of its own. */
export type Doing = keyof Resources['errors']['defaults'];

/** Failures without a text of their own. */
const SILENT: ReadonlySet<FailureCode> = new Set([
  'server.error',
  'request.malformed',
  'request.not_found',
  'request.too_large',
  'request.unsupported_type',
]);

/** The failures of the authenticator's setup that are not called an invalid code (decision 208). */
const NAMED_IN_SETUP: ReadonlySet<FailureCode> = new Set([
  'connection.lost',
  'limit.exceeded',
  'login.suspended',
  'server.unavailable',
]);

const nextAllowed = (failure: ApiFailure): Date | undefined => {
  const moment = failure.details.metadata?.nextAllowedRequestAtHourly;
  return typeof moment === 'string' ? new Date(moment) : undefined;
};

/** The text of a number's limit, which other accounts may have used up; undefined for another failure. */
const numberLimitText = ({ code, details }: ApiFailure) => {
  if (details.metadata?.limit !== 'number') return undefined;
  if (code === 'phone.cooldown') return 'phone.number_cooldown';
  return code === 'phone.daily' ? 'phone.number_daily' : undefined;
};

/** Translates a failure to the page's language. Needs the texts of the modals. */
export const useFailureText = (): ((failure: ApiFailure, doing: Doing) => string) => {
  const { t } = useTranslation('errors');
  const language = useLanguage();
  return (failure, doing) => {
    const { codes } = failure;
    if (codes.includes('account.email_taken') && codes.includes('account.phone_taken')) return t('account.both_taken');
    if (doing === 'vote' && codes.includes('phone.unverified')) {
      return t(codes.includes('social.unverified') ? 'vote.both_missing' : 'vote.phone_missing');
    }
    if (doing === 'vote' && codes.includes('social.unverified')) return t('vote.social_missing');
    if (doing === 'twoFactor' && !NAMED_IN_SETUP.has(failure.code)) return t('defaults.twoFactor');
    if (doing === 'passkey' && failure.code === 'otp.invalid') return t('defaults.passkey');
    if (doing === 'login' && failure.code === 'otp.invalid') return t('defaults.twoFactor');
    if (failure.code === 'connection.lost') return `${t('titles.connection')}: ${t('connection.lost')}`;
    if (SILENT.has(failure.code)) return t(`defaults.${doing}`);
    const moment = nextAllowed(failure);
    return t(numberLimitText(failure) ?? failure.code, moment ? { time: formatKyivMinute(moment, language) } : {});
  };
};

/** Translates the key of a field's message; any other text is already in the page's language. */
export const useFieldText = (): ((message: string | undefined) => string | undefined) => {
  const { t } = useTranslation('fields');
  return (message) => (message !== undefined && isFieldMessageKey(message) ? t(message) : message);
};
