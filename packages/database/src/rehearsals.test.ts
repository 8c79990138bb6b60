import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from './testing.ts';
import {
  accountRow,
  castVotes,
  connect,
  countWaiting,
  insertNominees,
  insertRow,
  insertVoters,
  LATER,
  sha256,
  type TestVoter,
  THEN,
} from './testing-rows.ts';

const { owner, app, url, close } = await openTestDatabase();
afterAll(close);

let nominee: number;
beforeAll(async () => {
  const [[first = 0] = []] = await insertNominees(owner, 1, 1);
  nominee = first;
});

const voters = async (count: number): Promise<TestVoter[]> => {
  const made = await insertVoters(owner, count);
  await castVotes(
    app,
    made.map(({ sessionId }) => [sessionId, nominee]),
  );
  return made;
};
/** What an entry stores itself. */
const DETAIL = { criteria: ['accounts (2)'], votes: 2, people: 2 };
const rehearse = async (client: pg.Client, ...accounts: string[]): Promise<void> => {
  await client.query(`SELECT record_rehearsal($1, 'Olena', NULL, $2)`, [{ accounts, detail: DETAIL }, THEN]);
};
const erase = (client: pg.Client, account: string) =>
  client.query('SELECT erase_account($1, $2, $3)', [account, sha256(account), LATER]);
/** What the audit log shows of the newest preview, and what it stores. */
const newest = async () =>
  (
    await owner.query<{ subject: string; shown: unknown; stored: unknown }>(
      `SELECT l.subject, l.detail AS shown, e.detail AS stored FROM audit_log l JOIN audit_entries e USING (id)
        WHERE l.action = 'exclusion.rehearse' ORDER BY id DESC LIMIT 1`,
    )
  ).rows[0];

describe('a preview that names people', () => {
  it('shows their accounts, which the entry does not store', async () => {
    const [first, second] = (await voters(2)).map(({ accountId }) => accountId).toSorted();
    await rehearse(app, second ?? '', first ?? '');
    expect(await newest()).toEqual({
      subject: '2 accounts',
      shown: { ...DETAIL, accounts: `${first}, ${second}` },
      stored: DETAIL,
    });
  });

  it('lists a hundred accounts, those that were named first before others', async () => {
    const named = (await voters(120)).map(({ accountId }) => accountId);
    await rehearse(app, ...named.toReversed());
    const { shown } = (await newest()) ?? {};
    expect(shown).toEqual({ ...DETAIL, accounts: named.slice(20).toSorted().join(', ') });
  });

  it('counts an account that does not exist, and stores nothing of it', async () => {
    await rehearse(app, randomUUID());
    expect(await newest()).toEqual({ subject: '1 account', shown: DETAIL, stored: DETAIL });
  });

  // This test fails with the accounts in the entry, which can't be changed.
  it('leaves nothing that ties an erased account to the exclusion that followed', async () => {
    const [leaver, stayer] = await voters(2);
    if (!leaver || !stayer) throw new Error('no voters');
    const selection = { accounts: [leaver.accountId, stayer.accountId] };
    await rehearse(app, ...selection.accounts);
    const { rows } = await app.query<{ id: number }>(
      `SELECT propose_exclusion($1, '{"en": "A farm."}', 'a farm', NULL, 1::int2, 'Olena', $2) AS id`,
      [selection, THEN],
    );
    expect(
      (await app.query(`SELECT apply_exclusion($1, false, 'Olena', 'a farm', $2)`, [rows[0]?.id, THEN])).rowCount,
    ).toBe(1);
    await erase(app, leaver.accountId);
    const { rows: traces } = await owner.query(
      `SELECT e::text AS trace FROM audit_entries e WHERE e.action LIKE 'exclusion.%' AND strpos(e::text, $1) > 0
        UNION ALL SELECT r::text FROM rehearsed_accounts r WHERE r.account_id::text = $1
        UNION ALL SELECT x::text FROM exclusions x WHERE strpos(x::text, $1) > 0`,
      [leaver.accountId],
    );
    expect(traces).toEqual([]);
    expect(await newest()).toEqual({
      subject: '2 accounts',
      shown: { ...DETAIL, accounts: stayer.accountId },
      stored: DETAIL,
    });
  });

  it('forgets an account that is deleted because it never proved its address', async () => {
    const { id } = await insertRow(owner, 'accounts', accountRow());
    await rehearse(app, String(id));
    expect(await newest()).toMatchObject({ shown: { ...DETAIL, accounts: id } });
    await app.query('DELETE FROM accounts WHERE id = $1', [id]);
    expect(await newest()).toEqual({ subject: '1 account', shown: DETAIL, stored: DETAIL });
  });

  // This test fails without FOR KEY SHARE if the erasure is first: the foreign key accepts an erased account.
  it.each([
    ['the preview', rehearse, erase],
    ['the erasure', erase, rehearse],
  ])('leaves nothing of an account that is erased at the same time: %s is first', async (_first, first, second) => {
    const [leaver] = await voters(1);
    const account = leaver?.accountId ?? '';
    const client = await connect(url);
    await client.query('BEGIN');
    await first(client, account);
    const other = second(app, account);
    await expect.poll(() => countWaiting(owner), { interval: 20 }).toBe(1);
    await client.query('COMMIT');
    await other;
    await client.end();
    expect(await newest()).toEqual({ subject: '1 account', shown: DETAIL, stored: DETAIL });
  });
});
