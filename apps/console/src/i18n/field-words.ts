import { VOTER_MAIL_NAMES, VOTER_MAILS } from '@laurel/contracts/console/voter-mails';
import type { Language } from '@laurel/contracts/languages';
import { textMap } from './text-map.ts';

/** All mails have the same fields. */
const sameOf = (path: string): string => path.replace(/^mails\.\w+\./, 'mails.');

/** What the fields of an edition are called in a language, by their paths. The namespace `edition-form` must be loaded. */
export const fieldWords = (language: Language) => {
  const [labels, helps, groups, options] = ['label', 'help', 'group', 'option'].map((key) =>
    textMap(language, 'edition-form', key),
  );
  const purposes = textMap(language, 'common', 'purposes');
  const mailAt = (group: string) => VOTER_MAIL_NAMES.find((name) => group === `mails.${name}`);
  return {
    label: (path: string): string => labels?.get(sameOf(path)) ?? path,
    help: (path: string): string | undefined => helps?.get(path) ?? helps?.get(sameOf(path)),
    /** The name of a group of fields, if it has one. */
    group: (path: string): string | undefined => {
      const mail = mailAt(path);
      return mail ? purposes.get(VOTER_MAILS[mail]) : groups?.get(path);
    },
    /** A value of a choice in words. */
    option: (path: string, value: string): string => options?.get(`${path}.${value}`) ?? value,
  };
};
export type FieldWords = ReturnType<typeof fieldWords>;
