import { startTestApi, type TestApi } from '@laurel/support/harness';
import { logIn, mailsTo, newPerson, register } from '@laurel/support/people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HALF_HOUR_MS = 30 * 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Somebody opened an account with an address that is not theirs, and knows its password. */
const opened = async () => {
  const victim = newPerson();
  await register(api, victim, { ip: '198.51.100.1' });
  return victim;
};
const times = async (person: { email: string }) => (await mailsTo(api, person.email)).length;

describe('a mailbox of somebody else, by logins to an account that was opened with it,', () => {
  it('gets no more mails than the limit of a day, from however many networks', async () => {
    const victim = await opened();
    const statuses = new Map<number, number>();
    for (let index = 0; index < 40; index += 1) {
      const { statusCode } = await logIn(api, victim, { ip: `203.0.113.${index}` });
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    // Seen to fail (40 of 40 sent) without the limit.
    expect([...statuses]).toEqual([
      [403, 20],
      [429, 20],
    ]);
    const challenges = await api.deps.db.challenge.count({ where: { account: { email: victim.email } } });
    // The one of the registration, and twenty.
    expect(challenges).toBe(21);
    expect(await times(victim)).toBeLessThanOrEqual(21);
  });

  it('gets no more of them over a day of codes that run out', async () => {
    const victim = await opened();
    for (let half = 0; half < 47; half += 1) {
      await logIn(api, victim, { ip: `198.51.100.${half}` });
      api.clock.advance(HALF_HOUR_MS);
    }
    expect(await api.deps.db.challenge.count({ where: { account: { email: victim.email } } })).toBe(21);
  });
});
