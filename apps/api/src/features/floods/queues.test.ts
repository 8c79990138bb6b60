import { PROOF_HEADER } from '@laurel/contracts/proof';
import { useTestApi } from '@laurel/support/hooks';
import { newPerson, refusalOf } from '@laurel/support/people';
import { challengeIn, proofHeaders, solve } from '@laurel/support/proofs';
import { beforeEach, describe, expect, it } from 'vitest';

const DAY_MS = 24 * 60 * 60_000;
const VOTER = '198.51.100.1';
const ATTACKER = '203.0.113.9';
/** The wrong proofs of one network in a minute that are checked. */
const CHECKED = 200;

const api = useTestApi({ LIMITS_MAIL_NETWORK_HOUR: '1000', LIMITS_FLOOD_MAIL: '2000' });
// The counts of earlier tests have decayed. A flood at the first level has the cheapest proofs.
beforeEach(async () => {
  api.clock.advance(DAY_MS);
  const flood = { work: 'mail', network: '', heat: 3_000, isOn: true, at: api.clock.now() };
  const key = { work_network: { work: 'mail', network: '' } };
  await api.deps.db.flood.upsert({ where: key, create: flood, update: flood });
  await api.deps.floodControl.sync(api.clock.now());
});

const forgot = (ip: string, headers: Record<string, string> = {}) =>
  api.post('/users/forgot-password', { login: newPerson().email }, { ip, headers });

/** A right proof, and one of the same challenge without its solution. */
const proofs = async () => {
  const right = await solve(challengeIn((await forgot(VOTER)).json()));
  const wrong = { ...right, solution: { ...right.solution, derivedKey: '00'.repeat(32) } };
  return { right: proofHeaders(right), wrong: proofHeaders(wrong) };
};

describe('500 wrong proofs at once', () => {
  it.each([
    ['one network', () => ATTACKER],
    ['the networks of one IPv6 /48', (index: number) => `2001:db8:7:${index.toString(16)}::/64`],
  ])('of %s do not keep out a right one of another', async (_name, networkOf) => {
    const { right, wrong } = await proofs();
    // Not through the HTTP server, which would not pass them on at the same time.
    const admit = (network: string, headers: Record<string, string>) =>
      api.deps.floodControl.admit('mail', { network, proof: headers[PROOF_HEADER] }, api.clock.now());
    const refused = Promise.allSettled(Array.from({ length: 500 }, (_each, index) => admit(networkOf(index), wrong)));
    const [admitted] = await Promise.allSettled([admit(VOTER, right)]);
    expect(admitted).toMatchObject({ status: 'fulfilled' });
    const outcomes = await refused;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });
});

describe('a network with many wrong proofs', () => {
  const fill = async (headers: Record<string, string>): Promise<void> => {
    for (let sent = 0; sent < CHECKED; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => forgot(ATTACKER, headers)));
      expect(answers.map(({ statusCode }) => statusCode)).not.toContain(429);
    }
  };

  it('is refused from memory until the minute is over, and others are not', async () => {
    const { right, wrong } = await proofs();
    await fill(wrong);
    expect(refusalOf(await forgot(ATTACKER, wrong))).toMatchObject({ status: 429, code: 'limit.exceeded' });
    expect((await forgot(ATTACKER, right)).statusCode).toBe(429);
    expect(refusalOf(await forgot(VOTER, wrong)).code).toBe('proof.needed');
    api.clock.advance(60_000);
    expect((await forgot(ATTACKER, right)).statusCode).toBe(200);
  });

  it('is refused too if it sent a used proof again and again', async () => {
    const { right } = await proofs();
    expect((await forgot(ATTACKER, right)).statusCode).toBe(200);
    await fill(right);
    expect((await forgot(ATTACKER, right)).statusCode).toBe(429);
  });
});
