import { useTestApi } from '@laurel/support/hooks';
import {
  deviceCookieOf,
  logIn,
  newPerson,
  type Person,
  proveMailbox,
  refusalOf,
  signUp,
  tokenOf,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { DEVICE_TTL_MS } from '../../limits.ts';

const api = useTestApi({ LIMITS_LOGIN_ACCOUNT_QUARTER: '1000' });

const from = (person: Person, cookie: string) => logIn(api, person, { headers: { cookie } });
const isKnown = async (person: Person, cookie: string): Promise<boolean> =>
  (await from(person, cookie)).json().data.token !== undefined;

describe('the device cookie', () => {
  it('is HttpOnly and SameSite=Strict, lasts 90 days, and is stored only as a hash', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const [set] = (await from(ada, cookie)).cookies;
    expect(set).toEqual({
      name: 'laurel_device',
      value: expect.stringMatching(/^[\w-]{22}$/),
      path: '/',
      maxAge: 90 * 24 * 60 * 60,
      httpOnly: true,
      sameSite: 'Strict',
    });
    const value = set?.value ?? '';
    const rows = await api.deps.db.$queryRaw<unknown[]>`
      SELECT 1 FROM devices d WHERE d::text LIKE ${`%${value}%`} OR encode(d.token_hash, 'escape') = ${value}`;
    expect(rows).toEqual([]);
  });

  it('is replaced at each login: the previous value is unknown', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const rotated = deviceCookieOf(await from(ada, cookie));
    expect(rotated).not.toBe(cookie);
    expect(await isKnown(ada, cookie)).toBe(false);
    expect(await isKnown(ada, rotated)).toBe(true);
  });

  it('lets in one of many logins at once', async () => {
    // This test fails (10 tokens) without the lock on the account's row, and with a query before the update.
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => from(ada, cookie)));
    expect(answers.filter((each) => each.json().data.token !== undefined)).toHaveLength(1);
    expect(answers.filter((each) => each.json().metadata?.action === 'verify_otp')).toHaveLength(19);
  });

  it('is unknown for another account', async () => {
    const [ada, grace] = [newPerson(), newPerson()];
    const { cookie } = await signUp(api, ada);
    await signUp(api, grace);
    expect(await isKnown(grace, cookie)).toBe(false);
    expect(await isKnown(ada, cookie)).toBe(true);
  });

  it('does not help with a wrong password, and stays valid after one', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const answer = await from({ ...ada, password: 'Wrong1!x' }, cookie);
    expect(refusalOf(answer).code).toBe('login.wrong_password');
    expect(answer.cookies).toEqual([]);
    expect(await isKnown(ada, cookie)).toBe(true);
  });

  it('expires 90 days after the second factor', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    // signUp advances the clock by one time step.
    api.clock.advance(DEVICE_TTL_MS - 30_000 - 1);
    const rotated = deviceCookieOf(await from(ada, cookie));
    api.clock.advance(1);
    expect(await isKnown(ada, rotated)).toBe(false);
  });

  it('is unknown with any other value', async () => {
    const ada = newPerson();
    await signUp(api, ada);
    for (const value of ['', 'x', 'x'.repeat(4000), '%00', '"', "' OR 1=1"]) {
      expect(await isKnown(ada, `laurel_device=${value}`)).toBe(false);
    }
  });

  const secure = useTestApi({ PUBLIC_URL: 'https://awards.example' });
  it('is Secure and has the __Host- prefix when the site has https', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(secure, ada);
    expect(cookie).toMatch(/^__Host-laurel_device=/);
    const [set] = (await logIn(secure, ada, { headers: { cookie } })).cookies;
    expect(set).toMatchObject({ name: '__Host-laurel_device', path: '/', secure: true, httpOnly: true });
    expect(set?.domain).toBeUndefined();
    const pending = newPerson();
    await proveMailbox(secure, pending);
    const [setup] = (await logIn(secure, pending)).cookies;
    expect(setup).toMatchObject({ name: '__Host-laurel_setup', path: '/', secure: true, httpOnly: true });
    expect(setup?.domain).toBeUndefined();
    // Another host of the domain can't set a cookie of this name.
    const planted = cookie.replace('__Host-', '');
    expect((await logIn(secure, ada, { headers: { cookie: planted } })).json().metadata.action).toBe('verify_otp');
  });
});

describe('a login on a known device', () => {
  it('does not count as a fresh second factor', async () => {
    const ada = newPerson();
    const { cookie, token } = await signUp(api, ada);
    const authorityOf = (each: string) => api.deps.gate.require(`Bearer ${each}`, api.clock.now());
    expect((await authorityOf(token)).twoFactorAt).toBeInstanceOf(Date);
    expect((await authorityOf(tokenOf(await from(ada, cookie)))).twoFactorAt).toBeNull();
  });
});
