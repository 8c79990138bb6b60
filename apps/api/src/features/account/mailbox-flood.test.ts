import { useTestApi } from '@laurel/support/hooks';
import { logIn, mailsTo, newPerson, register, signUp } from '@laurel/support/people';
import { describe, expect, it } from 'vitest';

const HALF_HOUR_MS = 30 * 60_000;

const api = useTestApi();

/** Registers the address of another person. */
const registerVictim = async () => {
  const victim = newPerson();
  await register(api, victim, { ip: '198.51.100.1' });
  return victim;
};

describe('a mailbox with which another person registers and logs in', () => {
  it('gets no more mails than the limit of a day from any number of networks', async () => {
    const victim = await registerVictim();
    const statuses = new Map<number, number>();
    for (let index = 0; index < 40; index += 1) {
      const { statusCode } = await logIn(api, victim, { ip: `203.0.113.${index}` });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    // This test fails (40 of 40 sent) without the limit.
    expect([...statuses]).toEqual([
      [403, 20],
      [429, 20],
    ]);
    const challenges = await api.deps.db.challenge.count({ where: { account: { email: victim.email } } });
    // The registration created one, and logins created twenty.
    expect(challenges).toBe(21);
    expect((await mailsTo(api, victim.email)).length).toBeLessThanOrEqual(21);
  });

  it('gets no more mails in a day in which codes expire', async () => {
    const victim = await registerVictim();
    for (let half = 0; half < 47; half += 1) {
      await logIn(api, victim, { ip: `198.51.100.${half}` });
      api.clock.advance(HALF_HOUR_MS);
    }
    expect(await api.deps.db.challenge.count({ where: { account: { email: victim.email } } })).toBe(21);
  });
});

describe('the limit of mails by a phone number', () => {
  it('counts every way to write the number as one', async () => {
    const ada = newPerson();
    await signUp(api, ada);
    const digits = ada.phoneNumber.slice(4);
    const spellings = [`+380${digits}`, `00380${digits}`, `+3800${digits}`, `003800${digits}`, `380${digits}`];
    const { limit } = api.deps.config.limits.mail.account;
    const statuses: number[] = [];
    for (let index = 0; index < limit + spellings.length; index += 1) {
      const login = spellings[index % spellings.length];
      statuses.push((await api.post('/users/forgot-password', { login }, { ip: '203.0.113.200' })).statusCode);
    }
    // This test fails (every answer 200) with the digits as typed.
    expect(statuses).toEqual([...Array(limit).fill(200), ...spellings.map(() => 429)]);
  });
});
