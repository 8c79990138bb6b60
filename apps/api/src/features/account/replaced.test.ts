import { countWaiting } from '@laurel/database/testing-rows';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { handleOf, mailedCode, mailsTo, newPerson, type Person, refusalOf, register } from '@laurel/support/people';
import { describe, expect, it } from 'vitest';
import { EMAIL_CODE_TTL_MS } from '../../limits.ts';

const EVE = { ip: '203.0.113.66' };
const ADA = { ip: '198.51.100.7' };

const api = useTestApi();
const owner = useOwner(api);

/** Eve registers again in place of her earlier registration. */
const replace = (person: Person, replaces: string) => api.post('/users/register', { ...person, replaces }, EVE);
const isKept = async ({ email }: Person) => (await api.deps.db.account.findFirst({ where: { email } })) !== null;

/** Eve registers the address of Ada. */
const squat = async () => {
  const squatted = newPerson();
  return { squatted, requestId: await register(api, squatted, EVE) };
};

describe('a registration with the address of another person is not replaced', () => {
  it('while the owner of the mailbox takes the account over', async () => {
    const { squatted, requestId } = await squat();
    const { email, phoneNumber } = squatted;
    const forgot = await api.post('/users/forgot-password', { login: email }, ADA);
    const code = await mailedCode(api, email);
    expect(refusalOf(await replace(newPerson({ phoneNumber }), requestId)).code).toBe('account.phone_taken');
    expect(refusalOf(await replace(squatted, requestId)).code).toBe('account.email_taken');
    const reset = { requestId: handleOf(forgot), code, password: 'Another2$' };
    expect((await api.post('/users/reset-password', reset, ADA)).statusCode).toBe(200);
  });

  it('while a code of another requester is open', async () => {
    const { squatted, requestId } = await squat();
    const { phoneNumber } = squatted;
    await api.post('/users/resend-email-code', { login: squatted.email }, ADA);
    expect((await replace(newPerson({ phoneNumber }), requestId)).statusCode).toBe(409);
    api.clock.advance(EMAIL_CODE_TTL_MS);
    expect((await replace(newPerson({ phoneNumber }), requestId)).statusCode).toBe(201);
    expect(await isKept(squatted)).toBe(false);
  });

  it('when the owner of the mailbox requests a code at the same moment', async () => {
    // This test fails with one statement, which does not see a code that was created while it waited.
    const { squatted, requestId } = await squat();
    const { phoneNumber } = squatted;
    const { id } = await api.deps.db.account.findFirstOrThrow({ where: { email: squatted.email } });
    await owner.query('BEGIN');
    await owner.query('SELECT FROM accounts WHERE id = $1 FOR KEY SHARE', [id]);
    const replacing = replace(newPerson({ phoneNumber }), requestId);
    await expect.poll(() => countWaiting(api.deps.pool)).toBe(1);
    await owner.query(
      `INSERT INTO challenges (handle_hash, account_id, thread, kind, code_hash, delivery, created_at, expires_at)
       VALUES (sha256('ada'), $1, 'ada', 'password_reset', sha256('code'), 'queued', $2, $3)`,
      [id, api.clock.now(), new Date(api.clock.now().getTime() + EMAIL_CODE_TTL_MS)],
    );
    await owner.query('COMMIT');
    expect((await replacing).statusCode).toBe(409);
    expect(await isKept(squatted)).toBe(true);
  });
});

it('a registration can be replaced after its requester requested the code again', async () => {
  const { squatted, requestId } = await squat();
  await api.post('/users/resend-email-code', { login: squatted.email }, EVE);
  expect((await replace(newPerson({ phoneNumber: squatted.phoneNumber }), requestId)).statusCode).toBe(201);
  expect(await isKept(squatted)).toBe(false);
});

it('an address that is registered and replaced again and again gets four mails, and then those of its owner', async () => {
  const { email } = newPerson();
  for (let round = 0; round < 6; round += 1) {
    const registered = await api.post('/users/register', newPerson({ email }), EVE);
    // Sends the mail: a mail to a deleted account is dropped.
    await api.deps.jobs.drain();
    if (registered.statusCode === 201) await replace(newPerson(), handleOf(registered));
  }
  expect(await mailsTo(api, email)).toHaveLength(4);
  await api.post('/users/forgot-password', { login: email }, ADA);
  expect(await mailsTo(api, email)).toHaveLength(5);
});

it('a request id that replaces nothing is not counted', async () => {
  const taken = newPerson();
  await register(api, taken);
  for (let count = 0; count < 4; count += 1) {
    expect(refusalOf(await replace(newPerson({ email: taken.email }), 'unknown')).code).toBe('account.email_taken');
  }
});
