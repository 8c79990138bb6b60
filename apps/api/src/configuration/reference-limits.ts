import type { VariableName } from './schema.ts';

/** An entry of the reference. */
export type Entry<Chapter extends string> = {
  chapter: Chapter;
  /** The meaning, the unit, and the effect of leaving it unset. */
  about: string;
  /** A secret: set it as a file. */
  secret?: true;
};

/** What one network is, in the texts. */
export const ONE_NETWORK =
  'one network (an IPv4 address or an IPv6 /64, which many users of a carrier or a venue may share)';

/** Explains the limits. */
export const LIMITS_REFERENCE: Record<Extract<VariableName, `LIMITS_${string}`>, Entry<'limits'>> = {
  LIMITS_REGISTER_NETWORK_HOUR: { chapter: 'limits', about: `Registrations per hour from ${ONE_NETWORK}.` },
  LIMITS_LOGIN_ACCOUNT_QUARTER: { chapter: 'limits', about: 'Wrong passwords in 15 minutes, for one login.' },
  LIMITS_LOGIN_NETWORK_QUARTER: { chapter: 'limits', about: 'Wrong passwords in 15 minutes from one network.' },
  LIMITS_MAIL_ACCOUNT_HOUR: {
    chapter: 'limits',
    about:
      'Mails with a code per hour to one account, requested from one network (or from a known browser of the account).',
  },
  LIMITS_MAIL_ACCOUNT_DAY: {
    chapter: 'limits',
    about:
      'Mails with a code per day to one account, from all networks. Known browsers of the account may exceed it; the mails that they are sent count for the others.',
  },
  LIMITS_MAIL_NETWORK_HOUR: {
    chapter: 'limits',
    about: 'Mails with a code per hour that one network requests (a repeated code, or a forgotten password).',
  },
  LIMITS_CODES_ACCOUNT_DAY: {
    chapter: 'limits',
    about: 'Wrong codes of any kind per day for one account. Wrong codes of mails count for each requesting network.',
  },
  LIMITS_CODES_ACCOUNT_TOTAL: {
    chapter: 'limits',
    about: 'Wrong codes in total, until support unlocks the account (codes of mails: in 30 days).',
  },
  LIMITS_CODES_NETWORK_HOUR: { chapter: 'limits', about: 'Wrong codes per hour from one network.' },
  LIMITS_FLOOD_REGISTER: {
    chapter: 'limits',
    about:
      'Registrations in five minutes, in total. Above it each registration needs a proof of work, until the number falls to half. Browsers compute it automatically, in a fraction of a second, and in a few seconds in the largest floods. Of the limits for one network, four times the number applies to the IPv6 /48 around it.',
  },
  LIMITS_FLOOD_REGISTER_NETWORK: {
    chapter: 'limits',
    about: 'The same for registrations from one network. Other networks need no proof.',
  },
  LIMITS_FLOOD_LOGIN: { chapter: 'limits', about: 'The same for logins.' },
  LIMITS_FLOOD_LOGIN_NETWORK: {
    chapter: 'limits',
    about: 'The same for logins from one network. Other networks need no proof.',
  },
  LIMITS_FLOOD_MAIL: {
    chapter: 'limits',
    about: 'The same for mails with a repeated code, or for a forgotten password.',
  },
  LIMITS_FLOOD_MAIL_NETWORK: { chapter: 'limits', about: 'The same from one network. Others need no proof.' },
  LIMITS_FLOOD_SMS: { chapter: 'limits', about: 'The same for requested text messages.' },
  LIMITS_FLOOD_SMS_NETWORK: { chapter: 'limits', about: 'The same from one network. Others need no proof.' },
  LIMITS_VOTES_ACCOUNT_MINUTE: { chapter: 'limits', about: 'Votes per minute from one account, for each process.' },
  LIMITS_RECEIPTS_ACCOUNT_MINUTE: { chapter: 'limits', about: 'The same for reads of the receipts of one’s votes.' },
  LIMITS_READS_NETWORK_MINUTE: { chapter: 'limits', about: 'Reads per minute from one network, for each process.' },
  LIMITS_SOCKETS_NETWORK: { chapter: 'limits', about: 'Open sockets from one network, for each process.' },
  LIMITS_SUBSCRIPTIONS: { chapter: 'limits', about: 'Subscriptions of one socket.' },
};
