import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resources } from '../../i18n/resources.ts';

type Rule = keyof Resources['edition']['rules'];

/** The rules of the catalogue, which are English, by the key of their text in both languages. The groups are its values. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^is required$/, 'required'],
  [/^must be text;/, 'text'],
  [/^must be a group of keys$/, 'group'],
  [/^must be a list$/, 'list'],
  [/^must be a whole number$/, 'number'],
  [/^must be a whole number from (?<a>\d+) to (?<b>\d+)$/, 'numberFrom'],
  [/^must be one of (?<a>.+)$/, 'oneOf'],
  [/^is not a key of an edition/, 'unknownKey'],
  [/^must not be empty$/, 'empty'],
  [/^must be one line$/, 'oneLine'],
  [/^must have at most (?<a>\d+) characters$/, 'long'],
  [/^must not contain tabs or control characters$/, 'control'],
  [/^must be a full link that starts with https:\/\/ or http:\/\/$/, 'link'],
  [/^must be a full link that starts with https:\/\/$/, 'httpsLink'],
  [/^must be an email address$/, 'email'],
  [/^must be a date and time with its offset/, 'moment'],
  [/^times must be in order/, 'order'],
  [/^must be a calling code in quotes/, 'callingCode'],
  [/^must not list a code twice$/, 'codeTwice'],
  [/^must be small letters, digits and single hyphens/, 'tag'],
  [/^must be the file’s name without \.yaml, which is (?<a>.+)$/, 'fileName'],
  [/^must be unique: \w+ "(?<a>.+)" is already at (?<b>.+)$/, 'unique'],
  [/^must be the same for every nominee with the tag "(?<a>.+)": compare (?<b>.+)$/, 'same'],
  [/^must be left out where there is a picture/, 'pictureOrVideo'],
  [/^must be the name of a file in (?<a>\w+)\//, 'imageName'],
  [/^has no file nominations\/(?<a>.+): write that first/, 'noNomination'],
  [/^has no file (?<a>.+)$/, 'noFile'],
  [/^is not a category of nominations\/(?<a>.+): correct it/, 'noCategory'],
  [/^has no text left/, 'noText'],
  [/^must have at least one category$/, 'oneCategory'],
  [/^must have at least one company$/, 'oneCompany'],
  [/^must hold at least one nomination$/, 'oneNomination'],
  [/^must end in \.yaml/, 'yamlOnly'],
  [/^is missing or can’t be read$/, 'missing'],
  [/^is missing: the columns are/, 'columnMissing'],
  [/^is no column of a table of nominees/, 'noColumn'],
  [/^is there twice$/, 'twice'],
  [/^is empty: the first line names the columns/, 'emptyTable'],
  [/^must not have more than (?<a>\d+) rows/, 'manyRows'],
  [/^must not have more than (?<a>\d+) columns$/, 'manyColumns'],
  [/^is the nominee of line (?<a>\d+) again/, 'nomineeAgain'],
  [/^has (?<a>\d+) cells, the header has (?<b>\d+)/, 'cells'],
  [/^begins a quoted text that never ends/, 'openQuote'],
  [/^has a " inside of a text/, 'innerQuote'],
  [/^has something after a closing "/, 'afterQuote'],
  [/^must be saved as UTF-8/, 'utf8'],
  [/^is not valid YAML: (?<a>[\s\S]+)$/, 'yaml'],
  [/^must not be larger than (?<a>.+) together$/, 'largeTogether'],
  [/^must not be larger than (?<a>.+)$/, 'large'],
  [/^is not an image of the kind its name says \((?<a>.+)\)$/, 'kind'],
  [/^must not contain (?<a><.+>)$/, 'element'],
  [/^must not have event handlers \((?<a>.+)\)$/, 'handler'],
  [/^must not refer to anything outside the file \((?<a>.+)\)$/, 'outside'],
  [/^must not have a document type/, 'doctype'],
  [/^must start with <svg/, 'svg'],
  [/^must have a viewBox/, 'viewBox'],
];

/** Says in the page's language which rule a field breaks. A rule without a translation is shown as it is. */
export const useProblemText = (): ((message: string) => string) => {
  const { t } = useTranslation('edition');
  return useCallback(
    (message) => {
      for (const [pattern, rule] of RULES) {
        const found = pattern.exec(message);
        if (found) return t(`rules.${rule}`, { a: found.groups?.a ?? '', b: found.groups?.b ?? '' });
      }
      return message;
    },
    [t],
  );
};
