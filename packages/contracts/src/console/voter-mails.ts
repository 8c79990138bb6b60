/**
 * The mails that voters get: the name of each in the files of an edition, and what its messages are for. The organisers can give each a
 * subject and opening words of their own.
 */
export const VOTER_MAILS = {
  emailCode: 'email_code',
  passwordCode: 'password_code',
  socialApproved: 'social_approved',
  socialRejected: 'social_rejected',
  accountUnlocked: 'account_unlocked',
  twoFactorReset: 'two_factor_reset',
  accountUnused: 'account_unused',
  winnersAnnounced: 'winners_announced',
  reminder: 'reminder',
  exclusionApplied: 'exclusion_applied',
  exclusionUndone: 'exclusion_undone',
  objectionAnswered: 'objection_answered',
} as const;
export type VoterMail = keyof typeof VOTER_MAILS;

const isVoterMail = (name: string): name is VoterMail => Object.hasOwn(VOTER_MAILS, name);
export const VOTER_MAIL_NAMES: readonly VoterMail[] = Object.keys(VOTER_MAILS).filter(isVoterMail);

/** Whether people who stopped on the way to their first vote are reminded. */
export const REMINDERS = ['off', 'on'] as const;
