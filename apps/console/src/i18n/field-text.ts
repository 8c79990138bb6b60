import { useTranslation } from 'react-i18next';
import type { Resources } from './resources.ts';

/** The messages of the contract's schemas, which are English, by the key of their text in both languages. */
export const MESSAGES: Readonly<Record<string, keyof Resources['fields']>> = {
  'Say why in at least 3 characters': 'reasonShort',
  'Use at most 500 characters': 'reasonLong',
  'Use at least 2 characters': 'nameShort',
  'Use at most 60 characters': 'nameLong',
  'Use letters, digits and spaces, no address': 'nameCharacters',
  'This link is not complete': 'linkIncomplete',
  'Use at most 254 characters': 'findLong',
  'Name what to move': 'moveNothing',
  'Write one line': 'reasonLine',
  'Name no person: no address, user name or phone number, but the id of the account': 'reasonPersonal',
  'Write an address like you@example.org': 'ownMail',
  'Write the number with its country code, like +380 67 123 45 67': 'numberCountry',
};

/** Translates the message of a schema. One without a translation is shown as it is. */
export const useFieldText = (): ((message: string) => string) => {
  const { t } = useTranslation('fields');
  return (message) => {
    const key = MESSAGES[message];
    return key === undefined ? message : t(key);
  };
};
