import { startTestApi, type TestApi } from '@laurel/support/harness';
import { handleOf } from '@laurel/support/people';
import {
  askForSms,
  confirmPhone,
  newNumber,
  type PhoneOwner,
  phoneOwner,
  phoneOwners,
  textedCode,
} from '@laurel/support/phones';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTelegramLinks } from '../../adapters/telegram/links.ts';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { newHandle } from '../../crypto/random.ts';
import { wireVerification } from '../../wiring/verification.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    SMS_HOURLY_BUDGET: '1000',
    SMS_COUNTRY_HOURLY_BUDGET: '1000',
    SMS_NETWORK_HOURLY_BUDGET: '7',
  });
});
afterAll(() => api.close());

const tally = (outcomes: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};
const outcomes = (answers: readonly { statusCode: number; json(): { code?: string } }[]): Record<string, number> =>
  tally(answers.map((answer) => (answer.statusCode === 200 ? 'ok' : (answer.json().code ?? 'none'))));

/** As many processes as a large event has: each with a line of its own, all on one database. */
const replicas = (count: number) =>
  Array.from({ length: count }, () =>
    wireVerification(api.deps, api.deps, {
      outbox: api.deps.outbox,
      metrics: api.deps.metrics,
      links: createTelegramLinks(),
    }),
  );

/** Asks for one SMS from each owner, over ten replicas; how often each outcome came. */
const askAll = async (asks: readonly { owner: PhoneOwner; network: string }[]): Promise<Record<string, number>> => {
  const rooms = replicas(10);
  const now = api.clock.now();
  const answers = await Promise.all(
    asks.map(async ({ owner, network }, index) => {
      const authority = await api.deps.gate.require(`Bearer ${owner.token}`, now);
      const declared = { ip: null, userAgent: null, timeZone: null };
      const client = { ip: network, network, language: 'en', declared } as const;
      const request = { authority, factor: undefined, phoneNumber: undefined, client };
      try {
        await rooms[index % rooms.length]?.phones.request(request, now);
        return 'sent';
      } catch (error) {
        if (error instanceof AppError) return error.code;
        throw error;
      }
    }),
  );
  return tally(answers);
};

const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const HUNDRED = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`);

describe('100 requests at once, over ten replicas,', () => {
  // issueCode's lock on the account stands behind lockCharges here. Seen failing (10 sent) with the limits judged in front
  // of both locks.
  it('PH-03 of one account, from a network each, send one text message', async () => {
    const owner = await phoneOwner(api);
    const counted = await askAll(HUNDRED.map((network) => ({ owner, network })));
    expect(counted).toEqual({ sent: 1, 'phone.cooldown': 99 });
    expect(await api.deps.db.smsCharge.count({ where: { accountId: owner.accountId } })).toBe(1);
    const jobs = await api.deps.pool.query('SELECT 1 FROM graphile_worker.jobs');
    expect(jobs.rowCount).toBe(1);
  });

  // Seen failing without lockCharges: 10 sent.
  it('PH-06 for one number, of 100 accounts, send one', async () => {
    const phoneNumber = newNumber();
    const owners = await phoneOwners(api, 100, () => phoneNumber);
    const counted = await askAll(owners.map((owner, index) => ({ owner, network: HUNDRED[index] ?? '' })));
    expect(counted).toEqual({ sent: 1, 'phone.cooldown': 99 });
  });

  // Seen failing without lockCharges: 10 sent.
  it('PH-06 of 100 accounts on one network stay within its budget', async () => {
    const owners = await phoneOwners(api, 100);
    const counted = await askAll(owners.map((owner) => ({ owner, network: '203.0.113.7' })));
    expect(counted).toEqual({ sent: 7, 'phone.budget': 93 });
    expect(await api.deps.db.smsCharge.count({ where: { network: '203.0.113.7' } })).toBe(7);
  });
});

describe('100 requests at once to one server', () => {
  it('AP-07 are all answered, one of them with a message', async () => {
    const ada = await phoneOwner(api);
    const answers = await atOnce(100, () => askForSms(api, ada, {}, { ip: '192.0.2.250' }));
    expect(outcomes(answers)).toEqual({ ok: 1, 'phone.cooldown': 99 });
  });
});

describe('50 accounts that confirm the same number at once', () => {
  // Seen failing with the unique key on phone_hash dropped and a look ahead in its place: 9 were verified.
  it('PH-01 verify one of them', async () => {
    const phoneNumber = newNumber();
    const owners = await phoneOwners(api, 50, () => phoneNumber);
    const { codes, transact, fingerprint } = api.deps;
    const targetHash = fingerprint('phone', phoneNumber);
    const now = api.clock.now();
    const issued = await Promise.all(
      owners.map(({ accountId }) =>
        transact((tx) => codes.issueCode(tx, { accountId, kind: 'phone', ttlMs: 600_000, targetHash, now })),
      ),
    );
    const answers = await Promise.all(
      owners.map((owner, index) => {
        const { handle, code } = issued[index] ?? { handle: newHandle(), code: '000000' };
        return confirmPhone(api, owner, { requestKey: handle, code }, { ip: `192.0.2.${index}` });
      }),
    );
    expect(outcomes(answers)).toEqual({ ok: 1, 'account.phone_taken': 49 });
    const accountIds = owners.map(({ accountId }) => accountId);
    expect(await api.deps.db.phoneVerification.count({ where: { accountId: { in: accountIds } } })).toBe(1);
  });
});

describe('a confirmation while another code is asked for', () => {
  // Seen failing with the standing read ahead of the code's lock only: the number of a verified account was changed.
  it('leaves a verified account with the number it proved', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ada = await phoneOwner(api);
      const requestKey = handleOf(await askForSms(api, ada, {}, { ip: `192.0.2.${round}` }));
      const code = await textedCode(api, ada.phoneNumber);
      api.clock.advance(120_000);
      const phoneNumber = newNumber();
      await Promise.all([
        confirmPhone(api, ada, { requestKey, code }),
        askForSms(api, ada, { phoneNumber }, { ip: `192.0.2.${100 + round}` }),
      ]);
      const proven = await api.deps.db.phoneVerification.findFirst({ where: { accountId: ada.accountId } });
      const account = await api.deps.db.account.findUniqueOrThrow({ where: { id: ada.accountId } });
      const hash = api.deps.fingerprint('phone', account.phoneNumber ?? '');
      if (proven) expect(Buffer.from(proven.phoneHash).equals(hash)).toBe(true);
      else expect(account.phoneNumber).toBe(phoneNumber);
      const since = after(api.clock.now(), -1);
      const sent = await api.deps.db.smsCharge.count({ where: { accountId: ada.accountId, chargedAt: { gt: since } } });
      expect(sent).toBe(proven ? 0 : 1);
    }
  });
});

describe('a person who was erased since the gate looked', () => {
  it('AP-07 is sent nothing', async () => {
    const ada = await phoneOwner(api);
    const now = api.clock.now();
    const authority = await api.deps.gate.require(`Bearer ${ada.token}`, now);
    const { fingerprint, phones, pool } = api.deps;
    await pool.query('SELECT erase_account($1, $2, $3)', [ada.accountId, fingerprint('email', ada.accountId), now]);
    const declared = { ip: null, userAgent: null, timeZone: null };
    const client = { ip: '192.0.2.200', network: '192.0.2.200', language: 'en', declared } as const;
    for (const phoneNumber of [undefined, ada.phoneNumber]) {
      const request = { authority, factor: undefined, phoneNumber, client };
      await expect(phones.request(request, now)).rejects.toMatchObject({ code: 'auth.expired' });
    }
    expect(await api.deps.db.smsCharge.count({ where: { accountId: ada.accountId } })).toBe(0);
  });
});
