import { randomBytes } from 'node:crypto';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { authenticatorCode, logIn, newPerson, proveMailbox, register, signUp, tokenOf } from '@laurel/support/people';
import { newcomer, newcomers, submission } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import { createKeyring } from '../keyring.ts';
import { countForeign, resealAll } from './service.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const next = createKeyring(NEW, [OLD]);
const onlyNew = createKeyring(NEW);

// A process between the two steps of a rotation: it seals with the old key and knows the new one.
const api = useTestApi({ DATA_KEY: OLD.toString('base64'), DATA_KEY_PREVIOUS: NEW.toString('base64') });
const owner = useOwner(api);

const sum = (results: readonly { resealed: number }[]): number => results.reduce((all, each) => all + each.resealed, 0);

describe('re-encryption with the new key', () => {
  it('covers keys, two-factor secrets, Instagram codes and messages, while processes continue', async () => {
    const person = newPerson();
    const { qrCode } = await signUp(api, person);
    const voter = await newcomer(api);
    const secret = createKeyring(OLD).seal('totp-secret', 'ABC');
    await owner.query('UPDATE accounts SET totp_secret = $1 WHERE id = $2', [secret, voter.accountId]);
    await proveMailbox(api, newPerson());
    await submission(api, voter);
    await register(api, newPerson());

    const foreign = await countForeign(api.deps.pool, next);
    for (const { kind, left } of foreign) expect(left, kind).toBeGreaterThan(0);
    const results = await resealAll(api.deps.pool, next);
    for (const { kind, resealed, left, unreadable } of results) {
      expect([kind, left, unreadable]).toEqual([kind, 0, 0]);
      expect(resealed, kind).toBe(foreign.find((each) => each.kind === kind)?.left);
    }

    const { rows } = await owner.query(`SELECT totp_secret FROM accounts WHERE totp_secret IS NOT NULL`);
    for (const row of rows) expect(onlyNew.open('totp-secret', row.totp_secret)).toBeTruthy();
    const pending = await owner.query('SELECT secret FROM two_factor_setups');
    for (const row of pending.rows) expect(onlyNew.open('totp-secret', row.secret)).toBeTruthy();
    const jobs = await owner.query(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'sealed' IS NOT NULL`,
    );
    for (const { payload } of jobs.rows)
      expect(onlyNew.open('job', Buffer.from(payload.sealed, 'base64'))).toBeTruthy();
    const proofs = await owner.query('SELECT proof_code FROM social_requests WHERE proof_code IS NOT NULL');
    for (const row of proofs.rows) expect(onlyNew.open('proof-code', row.proof_code)).toBeTruthy();
    const keys = await owner.query('SELECT sealed FROM sealed_keys');
    for (const row of keys.rows) expect(onlyNew.open('sealed-key', row.sealed)).toBeTruthy();

    // A process that seals with the old key decrypts values of the new one.
    api.clock.advance(60_000);
    const login = await logIn(api, person);
    expect(login.json()).toMatchObject({ metadata: { action: 'verify_otp' } });
    const { requestKey } = login.json().data;
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    expect(tokenOf(await api.post('/users/verify-otp', { requestKey, otpCode }))).toBeTruthy();
  });

  it('changes nothing when it is repeated', async () => {
    await resealAll(api.deps.pool, next);
    expect(sum(await resealAll(api.deps.pool, next))).toBe(0);
  });

  it('covers every message, also if ids have different numbers of digits', async () => {
    // Ids 1 to 450 cross two powers of ten and fill more than two pages.
    const sealed = createKeyring(OLD).seal('job', '{}').toString('base64');
    await owner.query(
      `SELECT graphile_worker.add_job('reseal-test', json_build_object('sealed', $1::text)) FROM generate_series(1, 450)`,
      [sealed],
    );
    const messagesOf = (results: Awaited<ReturnType<typeof countForeign>>) =>
      results.find(({ kind }) => kind === 'messages');
    const foreign = async () => messagesOf(await countForeign(api.deps.pool, next));
    expect(await foreign()).toMatchObject({ left: 450 });
    expect(messagesOf(await resealAll(api.deps.pool, next))).toMatchObject({ resealed: 450, left: 0 });
    expect(await foreign()).toMatchObject({ left: 0 });
    await owner.query(`DELETE FROM graphile_worker._private_jobs WHERE payload->>'sealed' IS NOT NULL`);
  });

  it('never overwrites a value that changed meanwhile', async () => {
    const secret = createKeyring(OLD).seal('totp-secret', 'first');
    const ids = (await newcomers(api, 450)).map(({ accountId }) => accountId);
    await owner.query('UPDATE accounts SET totp_secret = $1 WHERE id = ANY ($2::uuid[])', [secret, ids]);
    const later = createKeyring(OLD).seal('totp-secret', 'second');
    const write = async () => {
      for (let round = 0; round < 20; round += 1) {
        const chosen = ids.slice(round * 10, round * 10 + 10);
        await owner.query('UPDATE accounts SET totp_secret = $1 WHERE id = ANY ($2::uuid[])', [later, chosen]);
      }
    };
    const reseal = async () => {
      for (let run = 0; run < 3; run += 1) await resealAll(api.deps.pool, next);
    };
    await Promise.all([write(), reseal()]);
    await resealAll(api.deps.pool, next);
    const { rows } = await owner.query('SELECT id, totp_secret FROM accounts WHERE id = ANY ($1::uuid[])', [ids]);
    const opened = new Map(
      rows.map(({ id, totp_secret }) => [id, onlyNew.open('totp-secret', totp_secret).toString()]),
    );
    expect(ids.map((id) => opened.get(id))).toEqual(ids.map((_, index) => (index < 200 ? 'second' : 'first')));
  });

  it('does not change values of unknown keys, and counts them', async () => {
    const strange = createKeyring(randomBytes(32)).seal('sealed-key', 'lost');
    await owner.query(`INSERT INTO sealed_keys VALUES ('strange', $1, now())`, [strange]);
    const [keys] = await resealAll(api.deps.pool, next);
    expect(keys).toMatchObject({ kind: 'keys', unreadable: 1 });
    const { rows } = await owner.query(`DELETE FROM sealed_keys WHERE name = 'strange' RETURNING sealed`);
    expect(rows[0]?.sealed).toEqual(strange);
  });
});
