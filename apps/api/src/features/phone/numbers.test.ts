import { randomInt } from 'node:crypto';
import { useTestApi } from '@laurel/support/hooks';
import { eraseAccount, handleOf, newPerson, proveMailbox, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, newNumber, type PhoneOwner, phoneOwner, textedCode } from '@laurel/support/phones';
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

const subscriber = (): string => String(randomInt(1_000_000, 9_999_999));
/** A Ukrainian number in canonical spelling, and with the trunk prefix that people leave in. */
const newSpellings = (): [canonical: string, typed: string] => {
  const digits = subscriber();
  return [`+38050${digits}`, `+380050${digits}`];
};
const verify = async (person: PhoneOwner, number: string) => {
  const requestKey = handleOf(await askForSms(api, person));
  return confirmPhone(api, person, { requestKey, code: await textedCode(api, number) });
};
const isVerified = async (person: PhoneOwner): Promise<boolean> =>
  (await api.get('/users/check-phone', { token: person.token })).statusCode === 200;
/** The state of an earlier release: a number proven as typed. */
const provenAsTyped = async (typed: string, verifiedAt = api.clock.now()): Promise<PhoneOwner> => {
  const person = await phoneOwner(api, typed);
  const { accountId } = person;
  const phoneHash = api.deps.fingerprint('phone', typed);
  await api.deps.db.phoneVerification.create({ data: { accountId, phoneHash, verifiedAt } });
  return person;
};

describe('one number in two spellings', () => {
  // The spellings of each country are tested in crypto/phone-number.test.ts.
  it('verifies one account', async () => {
    const [canonical, typed] = newSpellings();
    const [ada, eve] = [await phoneOwner(api, typed), await phoneOwner(api, canonical)];
    expect((await verify(ada, canonical)).statusCode).toBe(200);
    expect(refusalOf(await askForSms(api, eve)).code).toBe('account.phone_taken');
    const stored = await api.deps.db.account.findUniqueOrThrow({ where: { id: ada.accountId } });
    expect(stored.phoneNumber).toBe(canonical);
  });

  it('shares the limits of its number', async () => {
    const [canonical, typed] = newSpellings();
    expect((await askForSms(api, await phoneOwner(api, canonical))).statusCode).toBe(200);
    expect(refusalOf(await askForSms(api, await phoneOwner(api, typed))).code).toBe('phone.cooldown');
  });

  it('is claimed once at registration, and both spellings sign in', async () => {
    const [canonical, typed] = newSpellings();
    const ada = newPerson({ phoneNumber: typed });
    await proveMailbox(api, ada);
    expect(refusalOf(await api.post('/users/register', newPerson({ phoneNumber: canonical }))).code).toBe(
      'account.phone_taken',
    );
    for (const login of [typed, canonical]) {
      const answer = await api.post('/users/login', { login, password: ada.password });
      expect(answer.json()).toMatchObject({ success: true });
    }
  });
});

describe('a number that an earlier release stored as typed', () => {
  it('verifies no other account in canonical spelling, and both spellings find its account', async () => {
    const [canonical, typed] = newSpellings();
    const ada = await provenAsTyped(typed);
    expect(refusalOf(await askForSms(api, await phoneOwner(api, canonical))).code).toBe('account.phone_taken');
    expect(refusalOf(await api.post('/users/register', newPerson({ phoneNumber: canonical }))).code).toBe(
      'account.phone_taken',
    );
    for (const login of [typed, canonical]) {
      expect((await api.deps.findByLogin(login, api.clock.now()))?.id).toBe(ada.accountId);
    }
  });

  it('verifies no other account after its account was erased', async () => {
    const [canonical, typed] = newSpellings();
    await eraseAccount(api, (await provenAsTyped(typed)).accountId);
    expect(refusalOf(await askForSms(api, await phoneOwner(api, canonical))).code).toBe('account.phone_taken');
  });

  it('is refused at the confirmation too, if the proof came after the code was sent', async () => {
    const [canonical, typed] = newSpellings();
    const eve = await phoneOwner(api, canonical);
    const requestKey = handleOf(await askForSms(api, eve));
    const code = await textedCode(api, canonical);
    await provenAsTyped(typed);
    expect(refusalOf(await confirmPhone(api, eve, { requestKey, code })).code).toBe('account.phone_taken');
    expect(await isVerified(eve)).toBe(false);
  });
});
