import { useOwner, useTestApi } from '@laurel/support/hooks';
import { logIn, newPerson, type Person, refusalOf, signUp, tokenOf } from '@laurel/support/people';
import { expect, it } from 'vitest';

const api = useTestApi({ RETAIN_MONTHS: '2' });
const owner = useOwner(api);

const runJob = async (): Promise<void> => {
  await owner.query(`SELECT graphile_worker.add_job('retain')`);
  await api.deps.jobs.drain();
};
const passDays = (days: number): void => void api.clock.advance(days * 24 * 60 * 60_000);
const noticesTo = ({ email }: Person): string[] =>
  (api.deps.inbox?.list() ?? []).filter(({ to, text }) => to === email && /keep/.test(text)).map(({ text }) => text);
const idOf = async ({ email }: Person): Promise<string> =>
  (await owner.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [email])).rows[0]?.id ?? '';

it('people whose accounts nobody uses get one mail, and are erased a month later unless they log in', async () => {
  const [leaver, returner] = [newPerson(), newPerson()];
  await signUp(api, leaver);
  const { cookie } = await signUp(api, returner);
  const accountId = await idOf(leaver);
  passDays(58);
  await runJob();
  expect([noticesTo(leaver), noticesTo(returner)]).toEqual([[], []]);
  passDays(5);
  await runJob();
  await runJob();
  expect([noticesTo(leaver).length, noticesTo(returner).length]).toEqual([1, 1]);
  expect(noticesTo(leaver)[0]).toContain('Log in to keep it: ');
  const { rows: sent } = await owner.query(`SELECT state FROM messages WHERE purpose = 'account_unused'`);
  expect(sent).toEqual([{ state: 'sent' }, { state: 'sent' }]);

  passDays(20);
  expect(tokenOf(await logIn(api, returner, { headers: { cookie } }))).toBeTruthy();
  passDays(12);
  await runJob();
  expect([await idOf(leaver), await idOf(returner)]).toEqual(['', expect.stringMatching(/./)]);
  expect(refusalOf(await logIn(api, leaver)).code).toBe('login.unknown');
  const { rows: noted } = await owner.query(
    `SELECT actor, subject, reason FROM audit_entries WHERE action = 'user.erase'`,
  );
  const reason = 'unused for 2 months, and for a month after the mail about it';
  expect(noted).toEqual([{ actor: 'Laurel', subject: `account ${accountId}`, reason }]);
  expect([noticesTo(leaver).length, noticesTo(returner).length]).toEqual([1, 1]);
});

// This test fails without the job that the first one queues: the mails of 100 people.
it('any number of people are told and erased, by jobs that follow each other', async () => {
  await owner.query(
    `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at, email_verified_at)
     SELECT 'Voter', 'v' || i || '@example.net', 'v' || i || '@example.net', '-', $1, $1 FROM generate_series(1, 110) i`,
    [api.clock.now()],
  );
  const count = async (where: string) =>
    (await owner.query(`SELECT FROM accounts WHERE password_hash = '-' AND ${where}`)).rowCount;
  passDays(63);
  await runJob();
  expect(await count('retention_mailed_at IS NOT NULL')).toBe(110);
  passDays(32);
  await runJob();
  expect(await count('true')).toBe(0);
});
