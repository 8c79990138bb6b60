import { startTestApi, type TestApi } from '@laurel/support/harness';
import {
  anotherCode,
  authenticatorCode,
  handleOf,
  logIn,
  mailedCode,
  mailsTo,
  newPerson,
  type Person,
  refusalOf,
  register,
  signUp,
} from '@laurel/support/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY_MS = 24 * 60 * 60_000;
const NEW = 'Another2$';
/** More guesses than any limit here lets through. */
const ENOUGH = 50;

let api: TestApi;
beforeAll(async () => {
  // Small, because asking takes its time: one code's tries a day from one network, six mails a day over all networks.
  api = await startTestApi({
    LIMITS_CODES_ACCOUNT_DAY: '5',
    LIMITS_CODES_ACCOUNT_TOTAL: '10',
    LIMITS_MAIL_ACCOUNT_DAY: '6',
  });
});
afterAll(() => api.close());

let networks = 0;
const newNetwork = (): string => {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
};
const forgot = (login: string, ip: string, headers: Record<string, string> = {}) =>
  api.post('/users/forgot-password', { login }, { ip, headers });
const reset = (requestId: string, code: string, ip: string) =>
  api.post('/users/reset-password', { requestId, code, password: NEW }, { ip });
/** The newest code mailed to a person when it was asked for from there, and its request id. */
const askFrom = async ({ email }: Person, ip: string, headers: Record<string, string> = {}) => {
  const requestId = handleOf(await forgot(email, ip, headers));
  return { requestId, code: await mailedCode(api, email) };
};
/** Guesses wrong at fresh codes of an account until the budget refuses; how many guesses were compared. */
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

describe('a stranger who asks for codes to somebody’s mailbox and guesses', () => {
  it('has the guesses of a day from one network, and keeps the owner out of nothing', async () => {
    const ada = newPerson();
    const { qrCode } = await signUp(api, ada);
    const [stranger, home] = [newNetwork(), newNetwork()];
    expect(await guess(ada, () => stranger)).toBe(5);
    const { requestId, code } = await askFrom(ada, home);
    expect((await reset(requestId, code, home)).statusCode).toBe(200);
    // The authenticator has a budget that no stranger reaches.
    const { requestKey } = (await logIn(api, { ...ada, password: NEW }, { ip: home })).json().data;
    const otpCode = authenticatorCode(qrCode, api.clock.now());
    expect((await api.post('/users/verify-otp', { requestKey, otpCode })).statusCode).toBe(200);
  });

  it('has guesses day after day, and then none for thirty days, until support unlocks', async () => {
    const ada = newPerson();
    await register(api, ada);
    const stranger = newNetwork();
    const days = [];
    for (let day = 0; day < 3; day += 1) {
      days.push(await guess(ada, () => stranger));
      api.clock.advance(DAY_MS);
    }
    expect(days).toEqual([5, 5, 0]);
    const { id } = await api.deps.db.account.findFirstOrThrow({ where: { email: ada.email } });
    await api.deps.support.unlock({ id, organiser: { actor: 'olena', reason: 'asked for' }, now: api.clock.now() });
    expect(await guess(ada, () => stranger)).toBe(5);
  });

  it('has the tries of the mails of a day with any number of networks', async () => {
    const ada = newPerson();
    await register(api, ada);
    expect(await guess(ada, newNetwork)).toBe(30);
    // Registering sent one of the six.
    expect(await mailsTo(api, ada.email)).toHaveLength(6);
  });

  it('does not keep the browser out that the account knows, though no mail is left for any network', async () => {
    const ada = newPerson();
    const { cookie } = await signUp(api, ada);
    const home = newNetwork();
    for (let each = 0; each < 6; each += 1) await forgot(ada.email, newNetwork());
    expect(refusalOf(await forgot(ada.email, home)).code).toBe('limit.exceeded');
    const { requestId, code } = await askFrom(ada, home, { cookie });
    expect((await reset(requestId, code, home)).statusCode).toBe(200);
  });

  it('gains nothing by a device cookie of another account', async () => {
    const [ada, eve] = [newPerson(), newPerson()];
    await register(api, ada);
    const { cookie } = await signUp(api, eve);
    const answers = [];
    for (let each = 0; each < 8; each += 1) answers.push(await forgot(ada.email, newNetwork(), { cookie }));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
  });

  it('does not end the code that the owner is typing, and gains nothing by it', async () => {
    const ada = newPerson();
    await register(api, ada);
    const [stranger, home] = [newNetwork(), newNetwork()];
    const own = await askFrom(ada, home);
    const theirs = await askFrom(ada, stranger);
    expect(refusalOf(await reset(theirs.requestId, own.code, stranger)).code).toBe('email_code.wrong');
    expect((await reset(own.requestId, own.code, home)).statusCode).toBe(200);
    // And a right answer ends whatever others had asked for.
    expect(refusalOf(await reset(theirs.requestId, theirs.code, stranger)).code).toBe('email_code.expired');
  });
});

describe('whoever registered somebody else’s address', () => {
  it('is left with no code once the owner has set a password', async () => {
    // Seen to fail (set up two-factor without the new password) with the other codes left open.
    const squatted = newPerson();
    const [squatter, home] = [newNetwork(), newNetwork()];
    const requestId = await register(api, squatted, { ip: squatter });
    const registered = await mailedCode(api, squatted.email);
    const own = await askFrom(squatted, home);
    expect((await reset(own.requestId, own.code, home)).statusCode).toBe(200);
    const late = await api.post('/users/verify-email', { requestId, code: registered }, { ip: squatter });
    expect(refusalOf(late).code).toBe('email_code.expired');
  });
});
