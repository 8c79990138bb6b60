import type { Language } from '@laurel/contracts/languages';
import type { OwnWords } from '../jobs/port.ts';

/** The sender's names in mails and text messages. */
export type Brand = {
  /** The edition's name. */
  name: Readonly<Record<Language, string>>;
  supportEmail: string;
  mails?: OwnWords | undefined;
  /** The names of the award's sponsors. */
  sponsors?: readonly string[] | undefined;
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
};
