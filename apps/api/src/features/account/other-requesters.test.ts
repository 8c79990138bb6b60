import { useTestApi } from '@laurel/support/hooks';
import {
  anotherCode,
  authenticatorCode,
  handleOf,
  logIn,
  mailedCode,
  mailsTo,
  newNetwork,
  newPerson,
  type Person,
  refusalOf,
  register,
  signUp,
} from '@laurel/support/people';
import { describe, expect, it } from 'vitest';

const DAY_MS = 24 * 60 * 60_000;
const NEW = 'Another2$';
/** More guesses than any limit here allows. */
const ENOUGH = 50;

// Low limits, because each request for a code takes 150 ms.
const api = useTestApi({
  LIMITS_CODES_ACCOUNT_DAY: '5',
  LIMITS_CODES_ACCOUNT_TOTAL: '10',
  LIMITS_MAIL_ACCOUNT_DAY: '6',
});

const forgot = (login: string, ip: string, headers: Record<string, string> = {}) =>
  api.post('/users/forgot-password', { login }, { ip, headers });
const reset = (requestId: string, code: string, ip: string) =>
  api.post('/users/reset-password', { requestId, code, password: NEW }, { ip });
/** Requests a code from a network. @returns the mailed code and its request id */
const requestFrom = async ({ email }: Person, ip: string, headers: Record<string, string> = {}) => {
  const requestId = handleOf(await forgot(email, ip, headers));
  return { requestId, code: await mailedCode(api, email) };
};
/** Sends wrong guesses at new codes of an account until 429. @returns how many guesses were compared */
const guess = async (person: Person, networkOf: () => string): Promise<number> => {
  let compared = 0;
  while (compared < ENOUGH) {
    const ip = networkOf();
    const asked = await forgot(person.email, ip);
    if (asked.statusCode === 429) return compared;
    const wrong = anotherCode(await mailedCode(api, person.email));
    for (let each = 0; each < 5; each += 1) {
      const answer = await reset(handleOf(asked), wrong, ip);
      if (answer.statusCode === 429) return compared;
      compared += 1;
    }
  }
  return compared;
};

describe('an attacker who requests codes for an account and guesses', () => {
  it('has the guesses of a day from one network, and does not lock the owner out', async () => {
    const ada = newPerson();
    const { qrCode } = await signUp(api, ada);
    const [attacker, home] = [newNetwork(), newNetwork()];
    expect(await guess(ada, () => attacker)).toBe(5);
    const { requestId, code } = await requestFrom(ada, home);
    expect((await reset(requestId, code, home)).statusCode).toBe(200);
    // The authenticator has its own budget.
    const { requestKey } = (await logIn(api, { ...ada, password: NEW }, { ip: home })).json().data;
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    expect((await api.post('/users/verify-otp', { requestKey, otpCode })).statusCode).toBe(200);
  });

  it('has the guesses of two days, then none for thirty days, until support unlocks the account', async () => {
    const ada = newPerson();
    await register(api, ada);
    const attacker = newNetwork();
    const days = [];
    for (let day = 0; day < 3; day += 1) {
      days.push(await guess(ada, () => attacker));
      api.clock.advance(DAY_MS);
    }
    expect(days).toEqual([5, 5, 0]);
    const { id } = await api.deps.db.account.findFirstOrThrow({ where: { email: ada.email } });
    await api.deps.support.unlock({ id, organiser: { actor: 'olena', reason: 'asked for' }, now: api.clock.now() });
    expect(await guess(ada, () => attacker)).toBe(5);
  });

  it('has the tries of a day’s mails with any number of networks', async () => {
    const ada = newPerson();
    await register(api, ada);
    expect(await guess(ada, newNetwork)).toBe(30);
    // Registering sent one of the six.
    expect(await mailsTo(api, ada.email)).toHaveLength(6);
  });

  it('does not lock out a known browser, even if the mails of the day are used up', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const home = newNetwork();
    for (let each = 0; each < 6; each += 1) await forgot(ada.email, newNetwork());
    expect(refusalOf(await forgot(ada.email, home)).code).toBe('limit.exceeded');
    const { requestId, code } = await requestFrom(ada, home, { cookie });
    expect((await reset(requestId, code, home)).statusCode).toBe(200);
  });

  it('does not gain mails with a device cookie of another account', async () => {
    const [ada, eve] = [newPerson(), newPerson()];
    await register(api, ada);
    const { cookie } = await signUp(api, eve);
    const answers = [];
    for (let each = 0; each < 8; each += 1) answers.push(await forgot(ada.email, newNetwork(), { cookie }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
  });

  it('does not end the owner’s code, and can’t use it', async () => {
    const ada = newPerson();
    await register(api, ada);
    const [attacker, home] = [newNetwork(), newNetwork()];
    const own = await requestFrom(ada, home);
    const theirs = await requestFrom(ada, attacker);
    expect(refusalOf(await reset(theirs.requestId, own.code, attacker)).code).toBe('email_code.wrong');
    expect((await reset(own.requestId, own.code, home)).statusCode).toBe(200);
    // A right code ends the codes that others requested.
    expect(refusalOf(await reset(theirs.requestId, theirs.code, attacker)).code).toBe('email_code.expired');
  });
});

describe('an attacker who registered the address of another person', () => {
  it('has no valid code once the owner has set a password', async () => {
    // This test fails (two-factor set up without the new password) if the other codes stay open.
    const squatted = newPerson();
    const [squatter, home] = [newNetwork(), newNetwork()];
    const requestId = await register(api, squatted, { ip: squatter });
    const registered = await mailedCode(api, squatted.email);
    const own = await requestFrom(squatted, home);
    expect((await reset(own.requestId, own.code, home)).statusCode).toBe(200);
    const late = await api.post('/users/verify-email', { requestId, code: registered }, { ip: squatter });
    expect(refusalOf(late).code).toBe('email_code.expired');
  });
});
