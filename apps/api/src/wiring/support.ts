import { type Db, inTransaction } from '@laurel/database/client';
import { canonicalPhone } from '../crypto/phone-number.ts';
import { accountTriesKeys } from '../features/account/login.policy.ts';
import { addressMailsKeys, askedKey, loginMailsKey, phoneSubject } from '../features/account/mailbox.policy.ts';
import { acceptEmail } from '../features/account/policy.ts';
import { accountKeys, requesterKeys } from '../features/codes/policy.ts';
import { changesKey, NUMBER_CHANGES, NUMBER_LIMIT, numberMessagesKey } from '../features/phone/policy.ts';
import { maskEmail, SUBMISSIONS, submissionsKey, TELEGRAM_LINKS, telegramLinksKey } from '../features/social/policy.ts';
import { type Counter, createSupport } from '../features/support/service.ts';
import type { Outbox } from '../jobs/port.ts';
import type { Infrastructure } from './infrastructure.ts';

type Settings = Pick<Infrastructure, 'config' | 'fingerprint'>;

/** Creates the list of all counters of an account that may lock its user out. */
const countersIn =
  ({ config, fingerprint }: Settings) =>
  ({ id, emailCanonical, phone }: { id: string; emailCanonical: string; phone: string | null }): readonly Counter[] => {
    const { codes, login, mail } = config.limits;
    const [own, requesters, passwords] = [accountKeys(id), requesterKeys(`${id}:`), accountTriesKeys(id)];
    const mails = addressMailsKeys(fingerprint('email', emailCanonical));
    // Mails that are asked for with a number are sent to the address, and counted by what was typed.
    const byNumber = phone === null ? undefined : addressMailsKeys(fingerprint('email', phoneSubject(phone)));
    const texts = phone === null ? undefined : numberMessagesKey(fingerprint('phone', canonicalPhone(phone)));
    const counter = (what: Counter['what'], name: string, key: string, rule: Counter['rule']): Counter => ({
      what,
      name,
      key,
      rule,
    });
    return [
      counter('wrong_codes_day', 'wrong codes in a day', own.day, codes.account),
      counter('wrong_codes_total', 'wrong codes in all', own.total, codes.accountTotal),
      counter('wrong_passwords', 'wrong passwords', passwords.address, login.account),
      counter('wrong_passwords_by_number', 'wrong passwords with the number', passwords.number, login.account),
      counter('wrong_passwords_known_browser', 'wrong passwords in known browsers', passwords.known, login.account),
      counter('wrong_mail_codes_day', 'wrong codes of mails in a day', requesters.day, codes.account),
      counter('wrong_mail_codes_total', 'wrong codes of mails in all', requesters.total, codes.askerTotal),
      counter('mails_asked', 'mails asked for', mails.asked, mail.account),
      counter('mails_asked_day', 'mails asked for in a day', mails.askedDay, mail.accountDay),
      ...(byNumber
        ? [
            counter('mails_by_number', 'mails asked for with the number', byNumber.asked, mail.account),
            counter(
              'mails_by_number_day',
              'mails asked for with the number in a day',
              byNumber.askedDay,
              mail.accountDay,
            ),
          ]
        : []),
      counter('mails_by_logins_day', 'mails by logins in a day', loginMailsKey(id), mail.accountDay),
      counter('mails_day', 'mails in a day', mails.sentDay, mail.accountDay),
      ...(texts ? [counter('messages_to_number', 'SMS to the number in a day', texts, NUMBER_LIMIT)] : []),
      counter('numbers_tried', 'phone numbers tried', changesKey(id), NUMBER_CHANGES),
      counter('instagram_names', 'Instagram names', submissionsKey(id), SUBMISSIONS),
      counter('telegram_links', 'Telegram links', telegramLinksKey(id), TELEGRAM_LINKS),
    ];
  };

/**
 * Wires the support of users, on the database of the command or of the console.
 * @param db the client of the role that makes the changes
 */
export const wireSupport = (settings: Settings & { outbox: Outbox }, db: Db) =>
  createSupport({
    db,
    transact: (work) => inTransaction(db, work),
    outbox: settings.outbox,
    fingerprint: settings.fingerprint,
    maskEmail,
    acceptEmail,
    countersOf: countersIn(settings),
  });

/**
 * The counters for a mail that an organiser sends again: that of the team, as one requester, and that of the address.
 */
export const resendCharges =
  ({ config, fingerprint }: Settings) =>
  (subject: string) => [
    { key: askedKey(fingerprint, { subject, requester: 'console' }), rule: config.limits.mail.account },
    { key: addressMailsKeys(fingerprint('email', subject)).sentDay, rule: config.limits.mail.accountDay },
  ];
