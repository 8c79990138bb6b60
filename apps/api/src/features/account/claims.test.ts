import { CLAIM_HOLD_MS } from '@laurel/contracts/limits';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import {
  handleOf,
  logIn,
  mailedCode,
  mailsTo,
  newPerson,
  type Person,
  proveMailbox,
  refusalOf,
  register,
} from '@laurel/support/people';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  // The limits are another test's matter.
  api = await startTestApi({ LIMITS_REGISTER_NETWORK_HOUR: '10000' });
});
afterAll(() => api.close());

const submit = (person: Person) => api.post('/users/register', person);
/** Tries again where a busy server (503) asked for it, as a client does: what counts is the answer that is final. */
const submitUntilAnswered = async (person: Person): ReturnType<typeof submit> => {
  const answer = await submit(person);
  return answer.statusCode === 503 ? submitUntilAnswered(person) : answer;
};
const statuses = async (people: Person[]): Promise<Record<string, number>> => {
  const answers = await Promise.all(people.map(submitUntilAnswered));
  return Object.fromEntries(
    [201, 409].map((status) => [status, answers.filter(({ statusCode }) => statusCode === status).length]),
  );
};
const accountOf = (email: string) => api.deps.db.account.findFirst({ where: { email } });

/** A phone number that somebody proved. */
const provePhone = async (person: Person, revokedAt: Date | null = null): Promise<void> => {
  const account = await accountOf(person.email);
  const phoneHash = api.deps.fingerprint('phone', person.phoneNumber);
  const verifiedAt = api.clock.now();
  await api.deps.db.phoneVerification.create({
    data: { accountId: account?.id ?? '', phoneHash: new Uint8Array(phoneHash), verifiedAt, revokedAt },
  });
};

describe('what is taken', () => {
  it('ER-02 refuses a known address, a known number, and both, in the spec’s words', async () => {
    const ada = newPerson();
    await register(api, ada);
    const email = 'User with this email already exists';
    const phone = 'User with this phone number already exists';
    expect(refusalOf(await submit(newPerson({ email: ada.email })))).toMatchObject({
      status: 409,
      code: 'account.email_taken',
      message: email,
      errors: [email],
    });
    expect(refusalOf(await submit(newPerson({ phoneNumber: ada.phoneNumber })))).toMatchObject({
      status: 409,
      code: 'account.phone_taken',
      message: phone,
      errors: [phone],
    });
    expect(refusalOf(await submit(ada))).toMatchObject({
      status: 409,
      code: 'account.email_taken',
      errors: [email, phone],
    });
  });

  it('knows an address by its canonical form', async () => {
    await register(api, newPerson({ email: 'grace.hopper+awards@gmail.com' }));
    for (const email of ['gracehopper@gmail.com', 'Grace.Hopper@GoogleMail.com', 'g.r.a.c.e.hopper+1@gmail.com']) {
      expect(refusalOf(await submit(newPerson({ email }))).code).toBe('account.email_taken');
    }
  });

  it('refuses a number that was proven, a withdrawn one too, however long ago', async () => {
    const [standing, withdrawn] = [newPerson(), newPerson()];
    await Promise.all([standing, withdrawn].map((each) => proveMailbox(api, each)));
    await provePhone(standing);
    await provePhone(withdrawn, api.clock.now());
    api.clock.advance(CLAIM_HOLD_MS + 1);
    for (const { phoneNumber } of [standing, withdrawn]) {
      expect(refusalOf(await submit(newPerson({ phoneNumber }))).code).toBe('account.phone_taken');
    }
  });

  it('refuses the address of an erased account for good', async () => {
    const ada = newPerson();
    await proveMailbox(api, ada);
    const { id } = (await accountOf(ada.email)) ?? { id: '' };
    const fingerprint = api.deps.fingerprint('email', ada.email);
    await api.deps.db.$queryRaw`SELECT erase_account(${id}::uuid, ${fingerprint}, ${api.clock.now()})`;
    api.clock.advance(CLAIM_HOLD_MS + 1);
    const again = newPerson({ email: ada.email.replace('@', '+again@') });
    expect(refusalOf(await submit(again))).toMatchObject({ code: 'account.email_taken', errors: { length: 1 } });
    expect(refusalOf(await logIn(api, ada)).code).toBe('login.unknown');
  });
});

describe('many at once', () => {
  it('opens one account for 200 identical registrations, and sends one mail', async () => {
    // Seen to fail (10 accounts) with a look before the insert in place of the unique key, and a number for each: the
    // claim to one number would have stopped them too.
    const ada = newPerson();
    expect(await statuses(Array.from({ length: 200 }, () => ada))).toEqual({ 201: 1, 409: 199 });
    expect(await mailsTo(api, ada.email)).toHaveLength(1);
  });

  it('opens one account for many spellings of one address', async () => {
    const people = Array.from({ length: 40 }, (_each, index) =>
      newPerson({ email: `alan.turing+${index}@${index % 2 ? 'gmail' : 'googlemail'}.com` }),
    );
    expect(await statuses(people)).toEqual({ 201: 1, 409: 39 });
  });

  it('gives a number to one account', async () => {
    // Seen to fail (10 accounts) with a look at the claim before taking it in place of one statement.
    const { phoneNumber } = newPerson();
    expect(await statuses(Array.from({ length: 60 }, () => newPerson({ phoneNumber })))).toEqual({ 201: 1, 409: 59 });
  });
});

describe('an address that was never proven', () => {
  it('is held for 24 hours and then given up, with everything that hung on it', async () => {
    const squatter = newPerson();
    const requestId = await register(api, squatter);
    const code = await mailedCode(api, squatter.email);
    api.clock.advance(CLAIM_HOLD_MS - 1);
    const owner = newPerson({ email: squatter.email, password: 'Another2$' });
    expect(refusalOf(await submit(owner)).code).toBe('account.email_taken');
    api.clock.advance(1);
    handleOf(await submit(owner));
    expect((await accountOf(owner.email))?.phoneNumber).toBe(owner.phoneNumber);
    expect(refusalOf(await api.post('/users/verify-email', { requestId, code })).code).toBe('email_code.expired');
    expect(refusalOf(await logIn(api, squatter)).code).toBe('login.wrong_password');
    // The number the first one claimed is free again at once.
    expect((await submit(newPerson({ phoneNumber: squatter.phoneNumber }))).statusCode).toBe(201);
  });

  it('passes to one of many who want it at that moment', async () => {
    const { email } = newPerson();
    await register(api, newPerson({ email }));
    api.clock.advance(CLAIM_HOLD_MS);
    expect(await statuses(Array.from({ length: 30 }, () => newPerson({ email })))).toEqual({ 201: 1, 409: 29 });
  });

  it('is never given up once it is proven', async () => {
    const ada = newPerson();
    await proveMailbox(api, ada);
    api.clock.advance(10 * CLAIM_HOLD_MS);
    expect(refusalOf(await submit(newPerson({ email: ada.email }))).code).toBe('account.email_taken');
  });

  it('goes to one side only when it is proven and displaced at the same moment', async () => {
    // Seen to fail (both sides won) with the check of email_verified_at taken out of the statement
    // that displaces, and the trigger behind it dropped.
    for (let round = 0; round < 4; round += 1) {
      const first = newPerson();
      await register(api, first);
      api.clock.advance(CLAIM_HOLD_MS);
      const requestId = handleOf(await api.post('/users/resend-email-code', { login: first.email }));
      const code = await mailedCode(api, first.email);
      const [verified, displaced] = await Promise.all([
        api.post('/users/verify-email', { requestId, code }),
        submit(newPerson({ email: first.email })),
      ]);
      expect([verified.statusCode, displaced.statusCode]).toSatisfy(
        ([one, other]) => (one === 200 && other === 409) || (one === 410 && other === 201),
      );
    }
  });
});

describe('a number that was only claimed', () => {
  it('is refused for 24 hours and then not; both accounts stay', async () => {
    const first = newPerson();
    await proveMailbox(api, first);
    const second = newPerson({ phoneNumber: first.phoneNumber });
    api.clock.advance(CLAIM_HOLD_MS - 1);
    expect(refusalOf(await submit(second)).code).toBe('account.phone_taken');
    api.clock.advance(1);
    expect((await submit(second)).statusCode).toBe(201);
    expect((await accountOf(first.email))?.phoneNumber).toBe(first.phoneNumber);
  });

  it('signs in whoever proved it, else whoever holds the claim, else nobody', async () => {
    const [first, second] = [newPerson(), newPerson({ password: 'Another2$' })];
    second.phoneNumber = first.phoneNumber;
    await proveMailbox(api, first);
    const byPhone = (password: string) => api.post('/users/login', { login: first.phoneNumber, password });
    expect((await byPhone(first.password)).statusCode).toBe(200);
    api.clock.advance(CLAIM_HOLD_MS);
    expect(refusalOf(await byPhone(first.password)).code).toBe('login.unknown');
    await proveMailbox(api, second);
    expect((await byPhone(second.password)).statusCode).toBe(200);
    await provePhone(first);
    expect((await byPhone(first.password)).statusCode).toBe(200);
    expect(refusalOf(await byPhone(second.password)).code).toBe('login.wrong_password');
  });
});

describe('the database itself', () => {
  it('refuses a second account of an address, whoever writes it', async () => {
    const ada = newPerson();
    await register(api, ada);
    const owner = new pg.Client(api.migrateUrl);
    await owner.connect();
    const insert = `INSERT INTO accounts (name, email, email_canonical, password_hash, created_at) VALUES ('x', $1, $1, '-', now())`;
    await expect(owner.query(insert, [ada.email])).rejects.toMatchObject({ code: '23505' });
    await owner.end();
  });
});
