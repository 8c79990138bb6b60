import { randomUUID } from 'node:crypto';
import { sendTestMessage } from '@laurel/contracts/console/calls/messages';
import { laurelOver } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { repositoryFile } from '@laurel/support/repository';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
let accountId: string;
beforeAll(async () => {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO accounts (name, email, email_canonical, phone_number, password_hash, created_at)
     VALUES ('Ada', 'ada@example.org', 'ada@example.org', '+380671234567', '-', now()) RETURNING id`,
  );
  accountId = rows[0]?.id ?? '';
});
beforeEach(async () => {
  await owner.query('DELETE FROM messages');
  await owner.query('DELETE FROM message_totals');
  await owner.query('DELETE FROM graphile_worker._private_jobs');
});

const laurel = (...argv: string[]) => laurelOver(api)(['messages', ...argv]);
const WHY = ['--reason', 'the provider works again', '--as', 'olena'];
const auditOf = async (action: string) =>
  (await owner.query('SELECT actor, subject, reason FROM audit_entries WHERE action = $1', [action])).rows;
const failedMail = async (): Promise<string> => {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO messages (id, account_id, kind, purpose, provider, state, tries, tried_at, problem, created_at)
     VALUES ($1, $2, 'mail', 'email_code', 'smtp', 'failed', 2, now(), 'smtp: 451 try later', now())`,
    [id, accountId],
  );
  await owner.query(
    `SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 hour', job_key => $1)`,
    [id],
  );
  return id;
};
const addTexts = (count: number) =>
  owner.query(
    `INSERT INTO messages (id, account_id, kind, purpose, calling_code, provider, state, tries, sent_at, cost_micros, currency, created_at)
     SELECT gen_random_uuid(), $1, 'sms', 'phone_code', '380', 'twilio', 'sent', 1, now(), 80000, 'EUR', now() - n * interval '1 second'
       FROM generate_series(1, $2::int4) n`,
    [accountId, count],
  );

describe('laurel messages', () => {
  it('list and show print the state, the provider’s words and the cost, and mask the recipient', async () => {
    const id = await failedMail();
    await addTexts(1);
    const all = await laurel('list');
    expect(all.text()).toMatch(new RegExp(`mail email_code +a\\*+a@e\\*+\\.org +failed, is tried again +smtp +${id}`));
    expect(all.text()).toContain('sms phone_code');
    const one = (await laurel('show', id)).text();
    expect(one).toContain('smtp: 451 try later');
    expect(one).toContain(`laurel messages retry ${id}`);
    for (const text of ['ada@example.org', '671234567']) expect(all.text() + one).not.toContain(text);
    const text = JSON.parse((await laurel('list', '--kind', 'sms', '--json')).text());
    expect(text).toMatchObject([{ country: '380', cost: { currency: 'EUR', micros: 80_000 } }]);
    expect((await laurel('show', text[0].id)).text()).toContain('0.08 EUR');
  });

  it('list filters, also by a person’s address, and has no gap between the pages that it reads', async () => {
    await failedMail();
    await addTexts(430);
    const count = async (...filters: string[]) =>
      JSON.parse((await laurel('list', '--json', '--limit', '1000', ...filters)).text()).length;
    expect(await count()).toBe(431);
    expect(await count('--state', 'failed')).toBe(1);
    expect(await count('--country', '44')).toBe(0);
    expect(await count('--account', 'Ada@example.org', '--kind', 'mail')).toBe(1);
    const ids = JSON.parse((await laurel('list', '--json', '--limit', '425')).text()).map(
      ({ id }: { id: string }) => id,
    );
    expect(new Set(ids).size).toBe(425);
  });

  it('totals adds up a span, with the cost', async () => {
    const row = `INSERT INTO message_totals VALUES (date_trunc('hour', now()), 'sms', '380', 'twilio', 'EUR', 10, 1, 800000)`;
    await owner.query(row);
    expect((await laurel('totals')).text()).toMatch(/sms +380 +twilio +10 +1 +0\.80 EUR/);
  });
});

describe('laurel messages retry', () => {
  it('sends a failed message once, and records who asked and why', async () => {
    const id = await failedMail();
    expect((await laurel('retry', id, ...WHY)).code).toBe(0);
    expect(await auditOf('message.retry')).toEqual([
      { actor: 'olena', subject: `message ${id}`, reason: 'the provider works again' },
    ]);
    const again = await laurel('retry', id, ...WHY);
    expect([again.code, again.text()]).toEqual([2, expect.stringContaining('can’t be sent again')]);
    const unknown = await laurel('retry', randomUUID(), ...WHY);
    expect([unknown.code, unknown.text()]).toEqual([2, expect.stringContaining('no message with this id')]);
  });
});

describe('laurel messages test', () => {
  it('sends a mail and a text message, and does not store the addresses', async () => {
    expect((await laurel('test', 'nina@awards.example', '--language', 'uk', ...WHY)).code).toBe(0);
    expect((await laurel('test', '+380 50 999 88 77', '--kind', 'sms', ...WHY)).code).toBe(0);
    await api.deps.jobs.drain();
    const sent = api.deps.inbox?.list() ?? [];
    expect(sent.find(({ to }) => to === 'nina@awards.example')?.subject).toContain('пробний лист');
    expect(sent.find(({ to }) => to === '+380509998877')?.text).toContain('A test message');
    const kept = JSON.stringify([(await owner.query('SELECT * FROM messages')).rows, await auditOf('message.test')]);
    for (const text of ['nina@', '9998877']) expect(kept).not.toContain(text);
  });

  // This test failed: the command and the console's API said that the address is not kept.
  it('says how long the queue keeps the address', async () => {
    const help = (await laurel('test', '--help')).text().replaceAll(/\s+/g, ' ');
    for (const text of [help, sendTestMessage.summary, repositoryFile('docs/cli.md')]) {
      expect(text).toMatch(/until it is sent, or for a week if it was given up/);
    }
  });

  it('refuses a wrong address, and an eleventh within an hour', async () => {
    const wrong = await laurel('test', 'nobody', ...WHY);
    expect([wrong.code, wrong.text()]).toEqual([2, expect.stringContaining('TO: Write an address')]);
    const burst = Array.from({ length: 12 }, () =>
      laurel('test', 'petro@awards.example', '--reason', 'a test', '--as', 'petro'),
    );
    const codes = (await Promise.all(burst)).map(({ code }) => code);
    expect([codes.filter((code) => code === 0).length, codes.filter((code) => code === 2).length]).toEqual([10, 2]);
  });
});
