import type account from './locales/en/account.json';
import type common from './locales/en/common.json';
import type entries from './locales/en/entries.json';
import type errors from './locales/en/errors.json';
import type fields from './locales/en/fields.json';
import type menu from './locales/en/menu.json';
import type nominations from './locales/en/nominations.json';
import type nominee from './locales/en/nominee.json';
import type page from './locales/en/page.json';
import type phone from './locales/en/phone.json';
import type plain from './locales/en/plain.json';
import type record from './locales/en/record.json';
import type social from './locales/en/social.json';
import type support from './locales/en/support.json';
import type twoFactor from './locales/en/twoFactor.json';
import type voting from './locales/en/voting.json';
import type winners from './locales/en/winners.json';
import type ukErrors from './locales/uk/errors.json';
import type ukFields from './locales/uk/fields.json';

/** The type `Texts`, which the compiler refuses unless it has all keys of `Keys`. */
type With<Keys, Texts extends Keys> = Texts;

/** The English texts by namespace, which define the keys. */
export interface Resources {
  account: typeof account;
  common: typeof common;
  entries: typeof entries;
  // ER-12 the compiler refuses a key that only one of both languages has.
  errors: With<With<typeof errors, typeof ukErrors>, typeof errors>;
  fields: With<With<typeof fields, typeof ukFields>, typeof fields>;
  menu: typeof menu;
  nominations: typeof nominations;
  nominee: typeof nominee;
  page: typeof page;
  phone: typeof phone;
  plain: typeof plain;
  record: typeof record;
  social: typeof social;
  support: typeof support;
  twoFactor: typeof twoFactor;
  voting: typeof voting;
  winners: typeof winners;
}

/**
 * Files of texts by their path, `./locales/<language>/<namespace>.json`, as Vite finds them. So a language is a folder,
 * and no list names its files. `locales.test.ts` compares the folders, their files and keys.
 */
export type Files = Readonly<Record<string, object>>;
