import { VOTER_MAILS, type VoterMail } from '@laurel/contracts/console/voter-mails';
import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import type { MailMessage } from '../jobs/port.ts';

type Kind = (typeof VOTER_MAILS)[VoterMail];

const WORDS: InLanguages<{ name: string; reason: string; answer: string }> = {
  en: { name: 'Olena', reason: 'Here is the reason of the decision.', answer: 'Here is the answer of the organisers.' },
  uk: { name: 'Олена', reason: 'Тут буде причина рішення.', answer: 'Тут буде відповідь організаторів.' },
};

/** One of the mails that voters get, with samples in place of a voter's code, name and so on. */
export const sampleMail = (mail: VoterMail, language: Language, siteUrl: string): MailMessage => {
  const { name, reason, answer } = inLanguage(WORDS, language);
  const decisionsUrl = `${siteUrl}/decisions`;
  const decision = { name, decision: 1, decisionsUrl };
  const samples: { [Each in Kind]: Extract<MailMessage, { kind: Each }> } = {
    email_code: { kind: 'email_code', name, code: '123456' },
    password_code: { kind: 'password_code', name, code: '123456' },
    social_approved: { kind: 'social_approved', name, tag: 'olena', phoneVerified: true },
    social_rejected: { kind: 'social_rejected', name, tag: 'olena', offersTelegram: true },
    account_unlocked: { kind: 'account_unlocked', name },
    two_factor_reset: { kind: 'two_factor_reset', name },
    account_unused: { kind: 'account_unused', name, usedAt: '2025-01-31T12:00Z', erasedAfter: '2027-02-28T12:00Z' },
    winners_announced: { kind: 'winners_announced', name, stopUrl: siteUrl },
    reminder: { kind: 'reminder', name, step: 'phone', last: false, resumeUrl: siteUrl, stopUrl: siteUrl },
    exclusion_applied: { kind: 'exclusion_applied', ...decision, reason, objectUrl: decisionsUrl },
    exclusion_undone: { kind: 'exclusion_undone', ...decision, stillHeld: false },
    objection_answered: { kind: 'objection_answered', ...decision, answer },
  };
  return samples[VOTER_MAILS[mail]];
};
