import { isItem, textIn } from '@laurel/catalog/field-values';
import { VOTER_MAIL_NAMES } from '@laurel/contracts/console/voter-mails';
import { inEachLanguage } from '@laurel/contracts/languages';
import type { DraftMail } from '../../jobs/port.ts';

const inside = (value: unknown, key: string): unknown => (isItem(value) ? value[key] : undefined);
const textsIn = (value: unknown) => inEachLanguage((language) => textIn(inside(value, language)));

/** What mails take from the fields of a draft, which may have any mistakes. */
export const mailsOf = (edition: unknown): Omit<DraftMail, 'mail'> => ({
  name: textsIn(inside(inside(edition, 'texts'), 'name')),
  supportEmail: textIn(inside(edition, 'supportEmail')),
  mails: Object.fromEntries(
    VOTER_MAIL_NAMES.map((mail) => {
      const words = inside(inside(edition, 'mails'), mail);
      return [mail, { subject: textsIn(inside(words, 'subject')), opening: textsIn(inside(words, 'opening')) }];
    }),
  ),
});
