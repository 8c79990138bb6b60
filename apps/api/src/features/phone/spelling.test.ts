import { randomInt } from 'node:crypto';
import { useTestApi } from '@laurel/support/hooks';
import { handleOf, newPerson, proveMailbox, refusalOf } from '@laurel/support/people';
import { askForSms, confirmPhone, type PhoneOwner, phoneOwner, textedCode } from '@laurel/support/phones';
import { describe, expect, it } from 'vitest';

const api = useTestApi();

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
const erase = async ({ accountId }: PhoneOwner): Promise<void> => {
  const hash = api.deps.fingerprint('email', accountId);
  await api.deps.db.$executeRaw`SELECT erase_account(${accountId}::uuid, ${hash}, ${api.clock.now()})`;
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
    await erase(await provenAsTyped(typed));
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
