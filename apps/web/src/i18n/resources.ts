import type account from './locales/en/account.json';
import type common from './locales/en/common.json';
import type errors from './locales/en/errors.json';
import type fields from './locales/en/fields.json';
import type nominations from './locales/en/nominations.json';
import type nominee from './locales/en/nominee.json';
import type page from './locales/en/page.json';
import type phone from './locales/en/phone.json';
import type record from './locales/en/record.json';
import type social from './locales/en/social.json';
import type support from './locales/en/support.json';
import type twoFactor from './locales/en/twoFactor.json';
import type voting from './locales/en/voting.json';

/** The English texts by namespace, which define the keys. */
export interface Resources {
  account: typeof account;
  common: typeof common;
  errors: typeof errors;
  fields: typeof fields;
  nominations: typeof nominations;
  nominee: typeof nominee;
  page: typeof page;
  phone: typeof phone;
  record: typeof record;
  social: typeof social;
  support: typeof support;
  twoFactor: typeof twoFactor;
  voting: typeof voting;
}

/**
 * Files of texts by their path, `./locales/<language>/<namespace>.json`, as Vite finds them. So a language is a folder, and
 * no list names its files. `locales.test.ts` compares the folders, their files and keys.
 */
export type Files = Readonly<Record<string, object>>;
