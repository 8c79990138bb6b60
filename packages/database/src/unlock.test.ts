import { randomBytes } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import { insertRow, insertVoter, THEN, validRows } from './testing-rows.ts';

const { owner, app, close } = await openTestDatabase();
afterAll(close);

it('an unlock takes the text messages of a day out of the limit of a number, and no others', async () => {
  const { accountId } = await insertVoter(owner);
  const [mine, other] = [randomBytes(32), randomBytes(32)];
  const yesterday = new Date(THEN.getTime() - 24 * 3_600_000);
  const rows = [{}, {}, { phone_hash: other }, { charged_at: yesterday }, { refunded_at: THEN }];
  for (const row of rows)
    await insertRow(app, 'sms_charges', { ...validRows(accountId).sms_charges, phone_hash: mine, ...row });
  const unlock = async (keys: readonly string[]) =>
    (
      await app.query<{ done: boolean }>('SELECT support_unlock($1, $2, $3, $4, $5, $6) AS done', [
        accountId,
        ['one', 'SMS'],
        keys,
        'olena',
        'ticket 12',
        THEN,
      ])
    ).rows[0]?.done;
  await expect(unlock(['sms:number:', 'sms:number:'])).rejects.toThrow('of another account');
  expect(await unlock([`login:account:${accountId}`, `sms:number:${mine.toString('hex')}`])).toBe(true);
  const { rows: freed } = await owner.query('SELECT phone_hash, freed_at FROM sms_charges WHERE freed_at IS NOT NULL');
  expect(freed).toEqual([
    { phone_hash: mine, freed_at: THEN },
    { phone_hash: mine, freed_at: THEN },
  ]);
  const { rows: entries } = await owner.query('SELECT action, detail FROM audit_entries');
  expect(entries).toEqual([{ action: 'user.unlock', detail: { SMS: 2 } }]);
});
