import { newBrowser, type TestBrowser } from '@laurel/support/browser';
import { useTestApi } from '@laurel/support/hooks';
import {
  authenticatorCode,
  logIn,
  mailedCode,
  newPerson,
  type Person,
  proveMailbox,
  refusalOf,
  register,
  resetPassword,
  setupOf,
} from '@laurel/support/people';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { prune } from '../../jobs/upkeep.ts';
import { BACKUP_CODES } from '../../limits.ts';

type Setup = ReturnType<typeof setupOf>;

const STEP_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
const COOKIE = 'laurel_setup';

const api = useTestApi({
  LIMITS_MAIL_NETWORK_HOUR: '1000',
  LIMITS_CODES_NETWORK_HOUR: '1000',
  LIMITS_LOGIN_ACCOUNT_QUARTER: '1000',
});
let person: Person;
let owner: TestBrowser;
let thief: TestBrowser;
beforeEach(() => {
  person = newPerson();
  owner = newBrowser(api);
  thief = newBrowser(api);
});

const logInWith = (browser: TestBrowser) =>
  browser.post('/users/login', { login: person.email, password: person.password });
const pendingIn = async (browser: TestBrowser): Promise<Setup> => setupOf(await logInWith(browser));
const confirm = (browser: TestBrowser, { requestKey, qrCode }: Setup): Promise<LightMyRequestResponse> =>
  browser.post('/users/verify-otp', { requestKey, otpCode: authenticatorCode(qrCode, api.clock.now()) });
const accountOf = ({ email }: Person) => api.deps.db.account.findFirstOrThrow({ where: { email } });
const pendingRows = async () =>
  api.deps.db.twoFactorSetup.findMany({ where: { accountId: (await accountOf(person)).id } });

describe('a pending two-factor secret', () => {
  it('US-02 is shown again in the same browser, and in no other with the password', async () => {
    await proveMailbox(api, person);
    const seen = await pendingIn(thief);
    const own = await pendingIn(owner);
    expect(own.qrCode).not.toBe(seen.qrCode);
    expect((await pendingIn(owner)).qrCode).toBe(own.qrCode);
    expect((await pendingIn(thief)).qrCode).toBe(seen.qrCode);
    // A client without cookies gets a new secret with each response.
    const [bare, again] = [await pendingIn(newBrowser(api)), await pendingIn(newBrowser(api))];
    expect(new Set([own.qrCode, seen.qrCode, bare.qrCode, again.qrCode]).size).toBe(4);
    expect((await confirm(newBrowser(api), bare)).statusCode).toBe(200);
  });

  it('US-02 ends when another one is confirmed, with its request keys and codes', async () => {
    await proveMailbox(api, person);
    const [seen, own] = [await pendingIn(thief), await pendingIn(owner)];
    expect((await confirm(owner, own)).statusCode).toBe(200);
    expect(await pendingRows()).toEqual([]);
    api.clock.advance(STEP_MS);

    expect(refusalOf(await confirm(thief, seen))).toMatchObject({ status: 400, code: 'otp.invalid' });
    const login = await logInWith(thief);
    expect(login.json()).toMatchObject({ metadata: { action: 'verify_otp' } });
    const { requestKey } = login.json().data;
    expect(refusalOf(await confirm(thief, { ...seen, requestKey })).code).toBe('otp.invalid');
    expect((await confirm(thief, { ...own, requestKey })).statusCode).toBe(200);
  });

  it('US-02 is confirmed only by its own code, not by that of another browser’s secret', async () => {
    await proveMailbox(api, person);
    const [seen, own] = [await pendingIn(thief), await pendingIn(owner)];
    expect(refusalOf(await confirm(owner, { ...own, qrCode: seen.qrCode })).code).toBe('otp.invalid');
    expect(refusalOf(await confirm(thief, { ...seen, qrCode: own.qrCode })).code).toBe('otp.invalid');
    expect((await accountOf(person)).totpConfirmedAt).toBeNull();
  });

  it('is separate for each account in a shared browser', async () => {
    const [ada, grace] = [newPerson(), newPerson()];
    const shown = new Map<Person, Setup>();
    for (const each of [ada, grace]) {
      await proveMailbox(api, each);
      person = each;
      shown.set(each, await pendingIn(owner));
    }
    person = ada;
    expect((await pendingIn(owner)).qrCode).toBe(shown.get(ada)?.qrCode);
    expect(shown.get(grace)?.qrCode).not.toBe(shown.get(ada)?.qrCode);
  });

  it('is shown again until the browser does not return for 30 days, then deleted', async () => {
    await proveMailbox(api, person);
    const own = await pendingIn(owner);
    for (const days of [29, 29]) {
      api.clock.advance(days * DAY_MS);
      await prune(api.deps.db, api.clock.now());
      expect((await pendingIn(owner)).qrCode).toBe(own.qrCode);
    }
    api.clock.advance(30 * DAY_MS);
    await prune(api.deps.db, api.clock.now());
    expect(await pendingRows()).toEqual([]);
  });

  it('is stored sealed, and the cookie only as a hash', async () => {
    await proveMailbox(api, person);
    const { qrCode } = await pendingIn(owner);
    const cookie = owner.cookies.get(COOKIE) ?? '';
    expect(cookie).toMatch(/^[\w-]{22}$/);
    const secret = new URL(qrCode).searchParams.get('secret') ?? '';
    const bytes = JSON.stringify(await pendingRows(), (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const each of [secret, cookie]) expect(bytes).not.toContain(each);
  });
});

describe('the cookie of a setup', () => {
  it('is HttpOnly and SameSite=Strict, and lasts 30 days', async () => {
    await proveMailbox(api, person);
    const [set] = (await logInWith(owner)).cookies;
    expect(set).toEqual({
      name: COOKIE,
      value: expect.stringMatching(/^[\w-]{22}$/),
      path: '/',
      maxAge: 30 * 24 * 60 * 60,
      httpOnly: true,
      sameSite: 'Strict',
    });
  });

  it('is set only with a secret', async () => {
    await register(api, person);
    expect((await logInWith(owner)).cookies).toEqual([]);
    const wrong = await owner.post('/users/login', { login: person.email, password: 'Wrong1!x' });
    expect(wrong.cookies).toEqual([]);
  });

  it('is replaced if its value has another form', async () => {
    await proveMailbox(api, person);
    for (const value of ['', 'x', 'x'.repeat(4000), '%00', '"', "' OR 1=1"]) {
      const headers = { cookie: `${COOKIE}=${value}` };
      const answer = await logIn(api, person, { headers });
      expect(answer.cookies[0]?.value).toMatch(/^[\w-]{22}$/);
    }
  });
});

describe('verify-email', () => {
  it('LG-07 shows the pending secret again in the same browser, and a new one in another browser', async () => {
    const requestId = await register(api, person);
    const body = { requestId, code: await mailedCode(api, person.email) };
    const first = setupOf(await owner.post('/users/verify-email', body));
    const repeated = await owner.post('/users/verify-email', body);
    expect(refusalOf(repeated)).toMatchObject({ status: 409, code: 'email_code.used', data: { qrCode: first.qrCode } });
    const elsewhere = await thief.post('/users/verify-email', body);
    expect(refusalOf(elsewhere)).toMatchObject({ status: 409, code: 'email_code.used' });
    expect(setupOf(elsewhere).qrCode).not.toBe(first.qrCode);
    expect(setupOf(await thief.post('/users/verify-email', body)).qrCode).toBe(setupOf(elsewhere).qrCode);
    // A login in either browser shows the same secret again.
    expect((await pendingIn(owner)).qrCode).toBe(first.qrCode);
    expect((await pendingIn(thief)).qrCode).toBe(setupOf(elsewhere).qrCode);
    expect((await confirm(owner, setupOf(repeated))).statusCode).toBe(200);
    expect(refusalOf(await thief.post('/users/verify-email', body)).code).toBe('email_code.expired');
  });
});

describe('a new password', () => {
  it('US-02 ends every pending secret, also that of the browser that requested the password', async () => {
    await proveMailbox(api, person);
    const pending = [await pendingIn(owner), await pendingIn(thief)];
    person = await resetPassword(api, person);
    for (const each of pending) expect(refusalOf(await confirm(owner, each)).code).toBe('otp.invalid');
    expect(pending.map(({ qrCode }) => qrCode)).not.toContain((await pendingIn(owner)).qrCode);
  });
});

describe('many browsers at once', () => {
  it('US-02 that each confirm their own secret set up two-factor once, with the secret of the first', async () => {
    await proveMailbox(api, person);
    const all = Array.from({ length: 8 }, () => newBrowser(api));
    const setups = await Promise.all(all.map(pendingIn));
    expect(new Set(setups.map(({ qrCode }) => qrCode)).size).toBe(8);
    const answers = await Promise.all(all.map((browser, index) => confirm(browser, setups[index] ?? expect.fail())));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(7);
    const { id: accountId } = await accountOf(person);
    expect(await api.deps.db.session.count({ where: { accountId } })).toBe(1);
    expect(await api.deps.db.backupCode.count({ where: { accountId } })).toBe(BACKUP_CODES);
    expect(await pendingRows()).toEqual([]);

    api.clock.advance(STEP_MS);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    for (const index of [winner, (winner + 1) % all.length]) {
      const { requestKey } = (await logInWith(newBrowser(api))).json().data;
      const answer = await confirm(newBrowser(api), { requestKey, qrCode: setups[index]?.qrCode ?? '' });
      expect(answer.statusCode).toBe(index === winner ? 200 : 400);
    }
  });
});
