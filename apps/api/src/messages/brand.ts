import type { Language } from '@laurel/contracts/languages';

/** Who speaks in mails and text messages. */
export type Brand = {
  /** The edition's name. */
  name: Readonly<Record<Language, string>>;
  supportEmail: string;
  /** Where people find the site, without a slash at the end. */
  siteUrl: string;
};
