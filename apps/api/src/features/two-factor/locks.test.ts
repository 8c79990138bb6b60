import { randomBytes } from 'node:crypto';
import type { Tx } from '@laurel/database/client';
import { useTestIdentity } from '@laurel/support/identity';
import { authenticatorCode, clientAt, newNetwork } from '@laurel/support/people';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../app-error.ts';
import { createKeyring } from '../../crypto/keyring.ts';
import { createTokens } from '../../crypto/tokens.ts';
import { createSessions } from '../account/login.service.ts';
import type { Challenge, CodeKind, Codes } from '../codes/port.ts';
import { createTwoFactor, type TwoFactorService } from './service.ts';

const TTL_MS = 30 * 60_000;
const now = new Date('2026-03-01T12:00:00.000Z');

const at = useTestIdentity();
let codes: Codes;
let service: TwoFactorService;
beforeAll(() => {
  codes = at.codes();
  service = createTwoFactor({
    db: at.db,
    keyring: createKeyring(randomBytes(32)),
    fingerprint: at.fingerprint,
    codes,
    sessions: createSessions(createTokens('a secret of thirty-two characters')),
    outbox: { mail: async () => undefined },
    origin: 'http://localhost',
    offersPasskeys: false,
    issuer: 'Awards',
    transact: at.transact,
  });
});

/**
 * The transactions of the features for one account, each in its order of locks. Each call has a network of its own: the
 * lock on the counter of a shared network would run the calls one after another.
 */
const movesFor = (
  accountId: string,
  qrCode: string,
  requestKey: string,
  open: Record<CodeKind, { found: Challenge; code: string }>,
) => {
  const otpCode = authenticatorCode(qrCode, now);
  const touchAccount = (tx: Tx) => tx.account.updateMany({ where: { id: accountId }, data: { language: 'uk' } });
  const issue = (tx: Tx, kind: CodeKind) => {
    const target = kind === 'phone' ? { targetHash: new Uint8Array(32) } : {};
    return codes.issueCode(tx, { accountId, kind, ttlMs: TTL_MS, now, ...target });
  };
  const answer = (tx: Tx, kind: CodeKind) =>
    codes.answer(tx, open[kind].found, { code: open[kind].code, network: newNetwork(), now });
  const prove = (tx: Tx) => service.prove(tx, { accountId, factor: { otpCode }, network: newNetwork(), now });
  const inOne = (work: (tx: Tx) => Promise<unknown>) => () => at.transact(work);
  return [
    // verify-email
    inOne(async (tx) => [await answer(tx, 'email'), await touchAccount(tx)]),
    // resend-email-code
    inOne((tx) => issue(tx, 'email')),
    // login, the email unverified
    inOne(async (tx) => [await codes.openHandle(tx, { accountId, kind: 'email', now }), await touchAccount(tx)]),
    // login
    inOne(async (tx) => [
      await touchAccount(tx),
      await codes.issueKey(tx, { accountId, purpose: { kind: 'totp_login' }, ttlMs: TTL_MS, now }),
    ]),
    // verify-otp
    () => service.verifyOtp({ requestKey, factor: { otpCode }, client: clientAt(newNetwork()), now }),
    () => service.verifyOtp({ requestKey, factor: { otpCode: '000000' }, client: clientAt(newNetwork()), now }),
    // request-phone-verify and confirm-phone-verify
    inOne(async (tx) => [await prove(tx), await issue(tx, 'phone')]),
    inOne(async (tx) => [await answer(tx, 'phone'), await touchAccount(tx)]),
    // reset-password
    inOne(async (tx) => {
      if ((await answer(tx, 'password_reset')).outcome !== 'right') return;
      await codes.closeKeys(tx, accountId, now);
      await touchAccount(tx);
      await service.forgetPending(tx, accountId, now);
    }),
  ];
};

describe('the order of locks', () => {
  // These transactions are not retried after a deadlock. This test fails if tryKey and answer count the try before they
  // charge it, and if reset-password closes keys after it has locked the account's row.
  it('avoids deadlocks between all transactions of one account', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await at.addAccount();
      const { requestKey, qrCode } = await at.transact((tx) =>
        service.beginSetup(tx, { id, email: 'ada@example.org', browser: 'first' }, now),
      );
      const issued = async (kind: CodeKind) => {
        const target = kind === 'phone' ? { targetHash: new Uint8Array(32) } : {};
        const options = { accountId: id, kind, ttlMs: TTL_MS, now, ...target };
        const { handle, code } = await at.transact((tx) => codes.issueCode(tx, options));
        const found = await codes.find(at.db, { handle, kinds: [kind], network: newNetwork(), now });
        if ('outcome' in found) throw new Error('a new code is closed');
        return { found, code };
      };
      const open = {
        email: await issued('email'),
        password_reset: await issued('password_reset'),
        phone: await issued('phone'),
      };
      const moves = movesFor(id, qrCode, requestKey, open);
      const calls = Array.from({ length: 4 }, () => moves).flat();
      const results = await Promise.allSettled(calls.map((call) => call()));
      const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
      expect(failures.filter((reason) => !(reason instanceof AppError))).toEqual([]);
    }
  });
});
