import { addTexts } from './i18n.ts';
import enAccount from './locales/en/account.json';
import enErrors from './locales/en/errors.json';
import enFields from './locales/en/fields.json';
import enPhone from './locales/en/phone.json';
import enSocial from './locales/en/social.json';
import enSupport from './locales/en/support.json';
import enTwoFactor from './locales/en/twoFactor.json';
import enVoting from './locales/en/voting.json';
import ukAccount from './locales/uk/account.json';
import ukErrors from './locales/uk/errors.json';
import ukFields from './locales/uk/fields.json';
import ukPhone from './locales/uk/phone.json';
import ukSocial from './locales/uk/social.json';
import ukSupport from './locales/uk/support.json';
import ukTwoFactor from './locales/uk/twoFactor.json';
import ukVoting from './locales/uk/voting.json';

/** The texts of the modals, which load with the first modal. */
export const addModalTexts = (): void => {
  addTexts('account', { en: enAccount, uk: ukAccount });
  addTexts('errors', { en: enErrors, uk: ukErrors });
  addTexts('fields', { en: enFields, uk: ukFields });
  addTexts('phone', { en: enPhone, uk: ukPhone });
  addTexts('social', { en: enSocial, uk: ukSocial });
  addTexts('support', { en: enSupport, uk: ukSupport });
  addTexts('twoFactor', { en: enTwoFactor, uk: ukTwoFactor });
  addTexts('voting', { en: enVoting, uk: ukVoting });
};
