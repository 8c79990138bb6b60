import { createHmac } from 'node:crypto';
import { PROOF_TTL_MS } from '@laurel/contracts/limits';
import type { FloodWork, Proof } from '@laurel/contracts/proof';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { newPerson, refusalOf } from '@laurel/support/people';
import { challengeIn, proofHeaders, solve } from '@laurel/support/proofs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ LIMITS_MAIL_NETWORK_HOUR: '100000' });
  await flood('mail', 400);
});
afterAll(() => api.close());

/** Puts a flood of so much work into the database, as if other processes had told it. */
const flood = async (work: FloodWork, heat: number): Promise<void> => {
  const row = { work, network: '', heat, isOn: true, at: api.clock.now() };
  await api.deps.db.flood.upsert({ where: { work_network: { work, network: '' } }, create: row, update: row });
  await api.deps.floodControl.sync(api.clock.now());
};
const ask = (headers: Record<string, string> = {}) =>
  api.post('/users/forgot-password', { login: newPerson().email }, { headers });
const challenged = async () => challengeIn((await ask()).json());
const sent = async (proof: unknown) => {
  const answer = await ask(proofHeaders(proof));
  if (answer.statusCode === 200) return 'let in';
  const refused = refusalOf(answer);
  expect(refused.code).toBe('proof.needed');
  // Whoever is refused is always given another chance.
  expect(challengeIn(answer.json()).signature).toMatch(/^[0-9a-f]{64}$/);
  return refused.metadata?.refused;
};
type Parameters = Proof['challenge']['parameters'];
const changed = (proof: Proof, change: Partial<Record<keyof Parameters, unknown>>) => ({
  ...proof,
  challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, ...change } },
});

describe('a proof of work', () => {
  it('that is right lets one request in, and none after it', async () => {
    const proof = await solve(await challenged());
    expect([await sent(proof), await sent(proof), await sent(proof)]).toEqual(['let in', 'used', 'used']);
    // Another counter that solves the same challenge is no other proof.
    const { parameters } = proof.challenge;
    const next = await solve(proof.challenge, { from: proof.solution.counter + 1 });
    expect(next.solution.counter).toBeGreaterThan(proof.solution.counter);
    expect(next.challenge.parameters).toEqual(parameters);
    expect(await sent(next)).toBe('used');
  });

  it('is taken once out of fifty times at once', async () => {
    const proof = await solve(await challenged());
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => sent(proof)));
    expect(outcomes.filter((each) => each === 'let in')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'used')).toHaveLength(49);
  });

  it('is good for five minutes, and not longer by saying so', async () => {
    const proof = await solve(await challenged());
    api.clock.advance(PROOF_TTL_MS);
    await flood('mail', 400);
    expect(await sent(proof)).toBe('expired');
    const later = proof.challenge.parameters.expiresAt + 600;
    expect(await sent(changed(proof, { expiresAt: later }))).toBe('forged');
  });

  it('is good for one kind of work, and not for another by saying so', async () => {
    await flood('register', 2_000);
    const register = () => api.post('/users/register', newPerson(), { ip: '198.51.100.77' });
    const proof = await solve(challengeIn((await register()).json()));
    expect(await sent(proof)).toBe('other_work');
    expect(await sent(changed(proof, { data: { ...proof.challenge.parameters.data, work: 'mail' } }))).toBe('forged');
  });

  it('made easier by whoever asks is forged', async () => {
    const challenge = await challenged();
    const easy: Partial<Parameters>[] = [
      { cost: 1 },
      { keyPrefix: '0' },
      { data: { work: 'mail', level: 4 } },
      { nonce: '00'.repeat(16) },
      { salt: '00'.repeat(16) },
    ];
    for (const change of easy) {
      const parameters = { ...challenge.parameters, ...change };
      expect(await sent(await solve({ ...challenge, parameters })), JSON.stringify(change)).toBe('forged');
    }
  });

  it('of an easier time is not enough once the flood has risen by more than a level', async () => {
    const [first, second] = [await solve(await challenged()), await solve(await challenged())];
    await flood('mail', 800);
    expect(await sent(first)).toBe('let in');
    await flood('mail', 1_600);
    expect(await sent(second)).toBe('too_easy');
    await flood('mail', 400);
  });

  it('signed by anybody else is forged', async () => {
    const { parameters } = await challenged();
    for (const key of ['', 'secret', 'secret.key', '0'.repeat(32)]) {
      const signature = createHmac('sha256', key).update(JSON.stringify(parameters)).digest('hex');
      expect(await sent(await solve({ parameters, signature }))).toBe('forged');
    }
    for (const signature of ['0'.repeat(64), (await challenged()).signature]) {
      expect(await sent(await solve({ parameters, signature }))).toBe('forged');
    }
  });

  it('without the work is wrong, and the challenge stays to be solved', async () => {
    const proof = await solve(await challenged());
    const { counter, derivedKey } = proof.solution;
    expect(await sent({ ...proof, solution: { counter: counter + 1, derivedKey } })).toBe('wrong');
    expect(await sent({ ...proof, solution: { counter, derivedKey: '00'.repeat(32) } })).toBe('wrong');
    expect(await sent(proof)).toBe('let in');
  });

  /**
   * CVE-2025-68113: in ALTCHA's first protocol the signed text was salt, parameters and number in one, so that a digit
   * could move from the number into "expires" at the end of the salt and the same solution lived on for decades. The
   * second protocol signs a JSON object, and nothing but the named parameters, each of its own form, is read.
   */
  it('can’t be spliced: no part of it means anything in another place', async () => {
    const proof = await solve(await challenged());
    const { parameters, signature } = proof.challenge;
    const { counter } = proof.solution;
    const [digit = '0'] = String(counter);
    const moved: unknown[] = [
      changed(proof, { expiresAt: Number(`${parameters.expiresAt}${digit}`) }),
      changed(proof, { salt: `${parameters.salt}&expires=4102444800` }),
      changed(proof, { salt: `${parameters.salt}?expires=4102444800&` }),
      changed(proof, { nonce: parameters.nonce + parameters.salt.slice(0, 2), salt: parameters.salt.slice(2) }),
      changed(proof, { nonce: parameters.salt, salt: parameters.nonce }),
      changed(proof, { nonce: parameters.nonce.toUpperCase() }),
      changed(proof, { cost: String(parameters.cost) }),
      changed(proof, { cost: parameters.cost + 0.5 }),
      { ...proof, challenge: { parameters: { ...parameters, expires: 4_102_444_800 }, signature } },
      { ...proof, challenge: { parameters: { ...parameters, keySignature: '00' }, signature } },
      { ...proof, challenge: { parameters: { ...parameters, memoryCost: 1 }, signature } },
      { ...proof, challenge: { ...proof.challenge, algorithm: 'SHA-256', salt: 'x', number: 1 } },
      { ...proof.challenge, ...proof.solution },
      { algorithm: 'SHA-256', challenge: signature, number: counter, salt: `${parameters.salt}?expires=1&`, signature },
    ];
    for (const each of moved) expect(['forged', 'unreadable'], JSON.stringify(each)).toContain(await sent(each));
    // JSON's own twists: of a name that stands twice the last counts, before the signature is looked at and after.
    const twice = JSON.stringify(proof).replace('"cost":', '"cost":1,"cost":');
    expect((await ask({ 'x-proof-of-work': Buffer.from(twice).toString('base64') })).statusCode).toBe(200);
    expect(await sent(proof)).toBe('used');
  });

  it('of any other kind is refused like none, whatever arrives, and never fails', async () => {
    const proof = await solve(await challenged());
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, true, '__proto__', 'ff', -1, 2 ** 40),
    );
    const spoiled = fc
      .record({
        place: fc.constantFrom('algorithm', 'nonce', 'salt', 'cost', 'keyLength', 'keyPrefix', 'expiresAt', 'data'),
        value: fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)),
      })
      .map(({ place, value }) => JSON.stringify(changed(proof, { [place]: value })));
    const anything = fc.oneof(fc.json(), fc.string(), spoiled);
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        const answer = await ask({ 'x-proof-of-work': Buffer.from(text).toString('base64') });
        expect(refusalOf(answer)).toMatchObject({ status: 428, code: 'proof.needed' });
      }),
      { numRuns: 150 },
    );
    expect((await ask({ 'x-proof-of-work': 'A'.repeat(8_000) })).statusCode).toBe(428);
    expect(await sent(proof)).toBe('let in');
  });
});
