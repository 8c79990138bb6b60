import { recordAudit } from '@laurel/database/audit';
import { accountTriesKey, knownTriesKey } from '../features/account/login.policy.ts';
import type { FindByLogin } from '../features/account/lookup.service.ts';
import { addressMailsKeys, loginMailsKey } from '../features/account/mailbox.policy.ts';
import { accountKeys, requesterKeys } from '../features/codes/policy.ts';
import { changesKey, NUMBER_CHANGES } from '../features/phone/policy.ts';
import { maskEmail, SUBMISSIONS, submissionsKey, TELEGRAM_LINKS, telegramLinksKey } from '../features/social/policy.ts';
import { type Counter, createSupport } from '../features/support/service.ts';
import type { wireIdentity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Wires the commands with which organisers help a user. */
export const wireSupport = (
  infrastructure: Infrastructure,
  identity: ReturnType<typeof wireIdentity>,
  findByLogin: FindByLogin,
) => {
  const { codes, login, mail } = infrastructure.config.limits;
  const { fingerprint } = infrastructure;
  /** All counters of an account that may lock its user out. */
  const countersOf = ({ id, emailCanonical }: { id: string; emailCanonical: string }): readonly Counter[] => {
    const [requesters, mails] = [requesterKeys(`${id}:`), addressMailsKeys(fingerprint('email', emailCanonical))];
    return [
      { name: 'wrong codes in a day', key: accountKeys(id).day, rule: codes.account },
      { name: 'wrong codes in all', key: accountKeys(id).total, rule: codes.accountTotal },
      { name: 'wrong passwords', key: accountTriesKey(id), rule: login.account },
      { name: 'wrong passwords in known browsers', key: knownTriesKey(id), rule: login.account },
      { name: 'wrong codes of mails in a day', key: requesters.day, rule: codes.account },
      { name: 'wrong codes of mails in all', key: requesters.total, rule: codes.askerTotal },
      { name: 'mails asked for', key: mails.asked, rule: mail.account },
      { name: 'mails asked for in a day', key: mails.askedDay, rule: mail.accountDay },
      { name: 'mails by logins in a day', key: loginMailsKey(id), rule: mail.accountDay },
      { name: 'mails in a day', key: mails.sentDay, rule: mail.accountDay },
      { name: 'phone numbers tried', key: changesKey(id), rule: NUMBER_CHANGES },
      { name: 'Instagram names', key: submissionsKey(id), rule: SUBMISSIONS },
      { name: 'Telegram links', key: telegramLinksKey(id), rule: TELEGRAM_LINKS },
    ];
  };
  return createSupport({
    ...identity,
    db: infrastructure.db,
    fingerprint,
    recordAudit,
    maskEmail,
    countersOf,
    findByLogin,
  });
};
