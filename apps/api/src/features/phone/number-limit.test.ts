import { useTestApi } from '@laurel/support/hooks';
import { refusalOf } from '@laurel/support/people';
import { askForSms, newNumber, phoneOwner } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const api = useTestApi();

describe('the limit of a number', () => {
  /** Advances the clock past the cooldown, and renews the second factor of every session. */
  const nextMessage = async (minutes = 2): Promise<void> => {
    api.clock.advance(minutes * MINUTE_MS);
    await api.deps.db.session.updateMany({ data: { twoFactorAt: api.clock.now() } });
  };

  it('PH-06 is nine a day over all accounts, so that one account can’t use up the messages of its owner', async () => {
    const phoneNumber = newNumber();
    const send = async (owner: { token: string }) => {
      expect((await askForSms(api, owner, { phoneNumber })).statusCode).toBe(200);
      await nextMessage();
    };
    await send(await phoneOwner(api));
    // Other accounts may enter the number once the day of its claim has ended.
    await nextMessage(24 * 60);
    const ada = await phoneOwner(api, phoneNumber);
    const [eve, grace, joan, kurt] = await Promise.all(Array.from({ length: 4 }, () => phoneOwner(api)));
    if (!eve || !grace || !joan || !kurt) throw new Error('no owners');
    const start = api.clock.now().getTime();
    expect((await askForSms(api, eve, { phoneNumber })).statusCode).toBe(200);
    // The others wait two minutes too, and are told that the message went to the number, not to them.
    const cooldown = { code: 'phone.cooldown', metadata: { retryAfterSeconds: 120, limit: 'number' } };
    expect(refusalOf(await askForSms(api, ada))).toMatchObject(cooldown);
    expect(refusalOf(await askForSms(api, eve)).metadata).toEqual({ retryAfterSeconds: 120 });
    await nextMessage();
    await send(eve);
    await nextMessage(60);
    await send(eve);
    // This test fails (phone.daily) if a number may get only three messages, like an account.
    expect((await askForSms(api, ada)).statusCode).toBe(200);
    expect(await api.deps.db.smsCharge.count()).toBe(5);
    await nextMessage();
    for (const owner of [grace, grace, joan, joan, kurt]) await send(owner);

    // After nine messages no account gets another one, also a new one.
    const refused = {
      status: 429,
      code: 'phone.daily',
      // Ada and Kurt requested one of the nine each, the last account none: it is the number's limit.
      metadata: { nextAllowedRequestAtHourly: new Date(start + 24 * HOUR_MS).toISOString(), limit: 'number' },
    };
    for (const owner of [ada, kurt, await phoneOwner(api)]) {
      expect(refusalOf(await askForSms(api, owner, { phoneNumber }))).toMatchObject(refused);
    }

    // An organiser takes them out of the number's limit. They stay in the limits of the accounts and in the budgets.
    const { support, clock, db } = api.deps;
    const id = ada.accountId;
    const tries = async () => (await support.summary(id, clock.now()))?.tries;
    expect(await tries()).toMatchObject([
      { what: 'messages_to_number', count: 9, limit: 9, locked: true, until: new Date(start + 24 * HOUR_MS) },
    ]);
    const organiser = { actor: 'olena', reason: 'ticket 12' };
    expect(await support.unlock({ id, organiser, now: clock.now() })).toBe(true);
    expect(await tries()).toEqual([]);
    const [entry] = await db.auditEntry.findMany({ where: { subject: `account ${id}` } });
    expect(entry).toMatchObject({ action: 'user.unlock', detail: { 'SMS to the number in a day': 9 } });
    expect(await db.smsCharge.count({ where: { refundedAt: { not: null } } })).toBe(0);
    expect((await askForSms(api, ada)).statusCode).toBe(200);
    await nextMessage();
    expect(refusalOf(await askForSms(api, ada)).code).toBe('phone.hourly');
    const spent = refusalOf(await askForSms(api, eve));
    expect([spent.code, spent.metadata]).toEqual([
      'phone.daily',
      { nextAllowedRequestAtHourly: new Date(start + 24 * HOUR_MS).toISOString() },
    ]);
  });
});
