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
  'Write no control characters': 'textControl',
  'Name no person: no address, user name or phone number, but the id of the account': 'reasonPersonal',
  'Write an address like you@example.org': 'ownMail',
  'Write ids as the console shows them, one in each line': 'selectionIds',
  'Use at most 100,000 ids': 'selectionIdsMany',
  'Write a network like 203.0.113.0/24 or 2001:db8::/48': 'selectionNetwork',
  'Write the beginning of numbers: a plus and at most eight digits, like +38067': 'selectionNumber',
  'Write a time zone like Europe/Kyiv': 'selectionTimeZone',
  'Write 3 to 200 characters of the user agent': 'selectionUserAgent',
  'Write a domain like example.org': 'selectionMailDomain',
  'Write a date and time with its offset, like 2026-12-01T20:00:00+02:00': 'selectionTime',
  'Select the votes: add at least one criterion': 'selectionNothing',
  'The end must be after the beginning': 'selectionWindow',
  'Choose a nominee of the edition': 'selectionNominee',
  'Choose a category of the edition': 'selectionCategory',
  'No vote matches. Change a criterion': 'selectionNoVote',
  'Every vote matches. Add a criterion': 'selectionEveryVote',
  'More than half of all votes match. Confirm that, or add a criterion': 'selectionMoreThanHalf',
  'Say why': 'publicReasonMissing',
  'Use at most 2,000 characters': 'textLong',
  'Write an answer': 'answerMissing',
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
