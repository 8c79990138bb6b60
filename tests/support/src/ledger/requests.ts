import { randomBytes } from 'node:crypto';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import type { Vote } from '@laurel/contracts/records';
import type pg from 'pg';

const MANY = '1000000';
/** Raises the limits that a ledger's clients share, because they come from one network and make no proof of work. */
export const UNLIMITED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'LIMITS_REGISTER_NETWORK_HOUR',
    'LIMITS_FLOOD_REGISTER_NETWORK',
    'LIMITS_MAIL_NETWORK_HOUR',
    'LIMITS_FLOOD_MAIL_NETWORK',
    'LIMITS_FLOOD_SMS_NETWORK',
    'LIMITS_CODES_NETWORK_HOUR',
    'SMS_HOURLY_BUDGET',
    'SMS_COUNTRY_HOURLY_BUDGET',
    'SMS_NETWORK_HOURLY_BUDGET',
  ].map((name) => [name, MANY]),
);

/** A call whose success means that a message will be sent. */
export type MessageRequest = {
  channel: 'email' | 'sms';
  /** The message's recipient. */
  to: string;
  path: string;
  body: Record<string, string>;
  token?: string;
};

/** One vote for each nominee of an edition. */
export const ballotOf = (edition: Parameters<typeof nomineeKeys>[0]): Vote[] =>
  nomineeKeys(edition).map(({ nomination, niche, company }) => ({ nomination, niche, vote: company }));

/** The nominees of each category. */
export const byCategory = (ballot: readonly Vote[]): Vote[][] =>
  Object.values(Object.groupBy(ballot, ({ nomination, niche }) => `${nomination}/${niche}`)).map((each) => each ?? []);

type Options = {
  /** Voters without a verified phone: `mails` of them ask for a mail, the others for a text message. */
  known: readonly Voter[];
  asOwner: <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) => Promise<Row[]>;
  mails: number;
  /** The number of registrations. */
  accounts: number;
};

/** Requests whose success promises a message. Gives each voter a phone number. */
export const makeRequests = async ({ known, asOwner, mails, accounts }: Options): Promise<MessageRequest[]> => {
  const rows = await asOwner<{ id: string; email: string; phone: string }>(
    `UPDATE accounts SET phone_number = '+38067' || lpad((random() * 9999999)::int::text, 7, '0')
      WHERE id = ANY($1) RETURNING id, email, phone_number AS phone`,
    [known.map(({ accountId }) => accountId)],
  );
  const tokens = new Map(known.map(({ accountId, token }) => [accountId, token]));
  const requests = rows.map(
    ({ id, email, phone }, index): MessageRequest =>
      index < mails
        ? { channel: 'email', to: email, path: '/api/users/forgot-password', body: { login: email } }
        : { channel: 'sms', to: phone, path: '/api/users/request-phone-verify', body: {}, token: tokens.get(id) ?? '' },
  );
  for (let each = 0; each < accounts; each += 1) {
    const to = `new-${randomBytes(6).toString('hex')}@example.org`;
    const digits = String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0');
    const body = { name: 'Ada Lovelace', email: to, password: 'Secret1!', phoneNumber: `+38050${digits}` };
    requests.splice(each * 2, 0, { channel: 'email', to, path: '/api/users/register', body });
  }
  return requests;
};
