import { randomBytes } from 'node:crypto';
import { newBrowser } from '@laurel/support/browser';
import { useTestApi } from '@laurel/support/hooks';
import {
  authenticatorCode,
  handleOf,
  logIn,
  mailedCode,
  mailsTo,
  newPerson,
  type Person,
  refusalOf,
  setupOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';

const NEW = 'Another2$';
const SQUATTER = { ip: '203.0.113.66', headers: { 'accept-language': 'uk', 'x-client-user-agent': 'Squatter/1' } };

const api = useTestApi();

const accountOf = ({ email }: Person) => api.deps.db.account.findFirstOrThrow({ where: { email } });

/** Registers the address of another person, and tries to log in. */
const squat = async (): Promise<Person> => {
  const person = newPerson({ name: 'Win at our casino' });
  await api.post('/users/register', person, SQUATTER);
  await logIn(api, person, SQUATTER);
  return person;
};

/** The owner of the mailbox sets a new password. */
const takeOver = async ({ email }: Person) => {
  const requestId = handleOf(await api.post('/users/forgot-password', { login: email }));
  const body = { requestId, code: await mailedCode(api, email), password: NEW };
  const options = { ip: '198.51.100.7', headers: { 'accept-language': 'en', 'x-client-user-agent': 'Owner/1' } };
  expect((await api.post('/users/reset-password', body, options)).statusCode).toBe(200);
};

/** The effect of a takeover on each column of the account. A new column needs a decision and a line here. */
const COLUMNS: Readonly<Record<string, 'replaced' | 'kept'>> = {
  id: 'kept',
  // Random and never shown.
  voter_id: 'kept',
  name: 'replaced',
  // The code was sent to this spelling; another spelling may be another mailbox.
  email: 'kept',
  email_canonical: 'kept',
  phone_number: 'replaced',
  password_hash: 'replaced',
  language: 'replaced',
  email_verified_at: 'replaced',
  totp_secret: 'kept',
  totp_confirmed_at: 'kept',
  totp_last_step: 'kept',
  passkey_at: 'kept',
  created_at: 'kept',
  erased_at: 'kept',
  // A decision of an organiser, which only an organiser can undo.
  suspended_at: 'kept',
  // No login: the new password opens no session.
  used_at: 'kept',
  retention_mailed_at: 'kept',
  // Nobody asks for this mail without a vote.
  tell_winners: 'kept',
  no_reminders: 'kept',
};

/** The rows that a takeover leaves in each table with account ids. */
const TABLES: Readonly<Record<string, 'none' | 'ended' | 'mails' | 'organisers' | 'impossible'>> = {
  sessions: 'ended',
  devices: 'none',
  two_factor_setups: 'none',
  challenges: 'ended',
  claims: 'none',
  // Only the hints of the takeover itself.
  client_hints: 'none',
  // The mails that went to the owner's own mailbox, without their text.
  messages: 'mails',
  // An organiser's preview of an exclusion of this account's votes. The account has no votes.
  rehearsed_accounts: 'organisers',
  // That a mail went to the owner's own mailbox, and which.
  reminders: 'organisers',
  // These need a session, which needs a proven mailbox.
  exclusion_notices: 'impossible',
  objections: 'impossible',
  backup_codes: 'impossible',
  account_passkeys: 'impossible',
  sms_charges: 'impossible',
  phone_verifications: 'impossible',
  social_links: 'impossible',
  social_requests: 'impossible',
  instagram_accounts: 'impossible',
  past_voters: 'impossible',
  entries: 'impossible',
};

const namesOf = async (query: string): Promise<string[]> => {
  const { rows } = await api.deps.pool.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
};

describe('a squatted account after its takeover by the owner of the mailbox', () => {
  it('is checked in every column and every table', async () => {
    const columns = await namesOf(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = 'accounts' ORDER BY 1`,
    );
    expect(columns).toEqual(Object.keys(COLUMNS).sort());
    const tables = await namesOf(
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'account_id' AND table_name IN (
              SELECT tablename FROM pg_tables WHERE schemaname = 'public') ORDER BY 1`,
    );
    expect(tables).toEqual(Object.keys(TABLES).sort());
  });

  it('keeps no column of the squatter except the address and random values', async () => {
    const person = await squat();
    const read = async (): Promise<Record<string, unknown>> => {
      const { rows } = await api.deps.pool.query('SELECT * FROM accounts WHERE email = $1', [person.email]);
      return rows[0];
    };
    const before = await read();
    api.clock.advance(1_000);
    await takeOver(person);
    const now = await read();
    for (const [column, fate] of Object.entries(COLUMNS)) {
      if (fate === 'kept') expect(now[column], column).toEqual(before[column]);
      else expect(now[column], column).not.toEqual(before[column]);
    }
    expect(now).toMatchObject({ name: '', phone_number: null, language: 'en', totp_secret: null });
  });

  it('keeps no row of the squatter in any table, and refuses the squatter’s login', async () => {
    const person = await squat();
    const { id: accountId } = await accountOf(person);
    // The API creates none of these before the mailbox is proven.
    const now = api.clock.now();
    const hash = () => new Uint8Array(randomBytes(32));
    const expiresAt = after(now, 60_000_000);
    const { session, device, twoFactorSetup } = api.deps.db;
    await session.create({ data: { accountId, createdAt: now, expiresAt } });
    await device.create({ data: { accountId, tokenHash: hash(), createdAt: now, expiresAt } });
    await twoFactorSetup.create({
      data: { accountId, browserHash: hash(), secret: hash(), createdAt: now, expiresAt },
    });
    await takeOver(person);

    for (const [table, fate] of Object.entries(TABLES)) {
      const { rows } = await api.deps.pool.query(`SELECT * FROM ${table} WHERE account_id = $1`, [accountId]);
      if (table === 'sessions') expect(rows, table).toMatchObject([{ revoked_at: api.clock.now() }]);
      else if (table === 'client_hints') expect(rows.map(({ user_agent }) => user_agent)).toEqual(['Owner/1']);
      else if (fate === 'mails') {
        expect(rows.every(({ kind, problem }) => kind === 'mail' && problem === null)).toBe(true);
      } else if (fate === 'ended') {
        for (const row of rows) expect(row.consumed_at ?? row.expires_at <= row.created_at, table).toBeTruthy();
      } else expect(rows, table).toEqual([]);
    }
    expect(refusalOf(await logIn(api, person)).code).toBe('login.wrong_password');
  });

  it('does not show the squatter’s name, in mails or on the site', async () => {
    const person = await squat();
    await takeOver(person);
    await api.post('/users/forgot-password', { login: person.email });
    const [mail] = await mailsTo(api, person.email);
    expect(mail?.text).toContain('Hello,');
    expect(mail?.text).not.toContain('casino');

    const browser = newBrowser(api);
    const login = await browser.post('/users/login', { login: person.email, password: NEW });
    const { requestKey, qrCode } = setupOf(login);
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    const entered = await browser.post('/users/verify-otp', { requestKey, otpCode });
    expect(entered.json()).toMatchObject({ data: { user: { name: '', email: person.email, phoneNumber: null } } });
  });

  it('keeps the owner’s data: a reset of a proven account only changes the password', async () => {
    const person = await squat();
    await takeOver(person);
    await api.deps.db.account.updateMany({ where: { email: person.email }, data: { name: 'Ada', language: 'uk' } });
    await takeOver(person);
    expect(await accountOf(person)).toMatchObject({ name: 'Ada', language: 'uk' });
    const hints = await api.deps.db.clientHint.findMany({ where: { account: { email: person.email } } });
    expect(hints.map(({ event }) => event)).toEqual(['reset_password', 'reset_password']);
  });

  it('keeps all data if the owner confirms the address instead: a limit that docs/security.md states', async () => {
    const person = await squat();
    const { name, language, phoneNumber, passwordHash } = await accountOf(person);
    const requestId = handleOf(await api.post('/users/resend-email-code', { login: person.email }));
    const code = await mailedCode(api, person.email);
    expect((await api.post('/users/verify-email', { requestId, code })).statusCode).toBe(200);
    expect(await accountOf(person)).toMatchObject({ name, language, phoneNumber, passwordHash });
    const hints = await api.deps.db.clientHint.findMany({ where: { account: { email: person.email } } });
    expect(hints.map(({ event }) => event)).toContain('register');
    const entered = await logIn(api, person, SQUATTER);
    expect(entered.json()).toMatchObject({ metadata: { action: 'link_google_authenticator' } });
  });
});
