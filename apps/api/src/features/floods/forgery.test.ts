import { createHmac } from 'node:crypto';
import type { FloodWork, Proof } from '@laurel/contracts/proof';
import { useTestApi } from '@laurel/support/hooks';
import { newPerson, refusalOf } from '@laurel/support/people';
import { challengeIn, proofHeaders, solve } from '@laurel/support/proofs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROOF_TTL_MS } from '../../limits.ts';
import { createProofCheck } from './proof.service.ts';

const api = useTestApi({ LIMITS_MAIL_NETWORK_HOUR: '100000' });
beforeAll(() => flood('mail', 400));

/** Writes a flood into the database, as another process would. */
const flood = async (work: FloodWork, load: number): Promise<void> => {
  const row = { work, network: '', heat: load, isOn: true, at: api.clock.now() };
  await api.deps.db.flood.upsert({ where: { work_network: { work, network: '' } }, create: row, update: row });
  await api.deps.floodControl.sync(api.clock.now());
};
const requestMail = (headers: Record<string, string> = {}) =>
  api.post('/users/forgot-password', { login: newPerson().email }, { headers });
const challenged = async () => challengeIn((await requestMail()).json());
const submit = async (proof: unknown) => {
  const answer = await requestMail(proofHeaders(proof));
  if (answer.statusCode === 200) return 'admitted';
  const refused = refusalOf(answer);
  expect(refused.code).toBe('proof.needed');
  // A rejection always contains a new challenge.
  expect(challengeIn(answer.json()).signature).toMatch(/^[0-9a-f]{64}$/);
  return refused.metadata?.refused;
};
type Parameters = Proof['challenge']['parameters'];
const changed = (proof: Proof, change: Partial<Record<keyof Parameters, unknown>>) => ({
  ...proof,
  challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, ...change } },
});

describe('a proof of work', () => {
  it('admits one request only', async () => {
    const proof = await solve(await challenged());
    expect([await submit(proof), await submit(proof), await submit(proof)]).toEqual(['admitted', 'used', 'used']);
    // Another solution of the same challenge is not another proof.
    const { parameters } = proof.challenge;
    const next = await solve(proof.challenge, { from: proof.solution.counter + 1 });
    expect(next.solution.counter).toBeGreaterThan(proof.solution.counter);
    expect(next.challenge.parameters).toEqual(parameters);
    expect(await submit(next)).toBe('used');
  });

  it('admits one of fifty concurrent requests to two processes', async () => {
    const proof = await solve(await challenged());
    const secrets = api.deps.keyring.hmacs('proof-of-work', 'challenges').map((key) => key.toString('base64'));
    const checkElsewhere = createProofCheck(api.deps.db, secrets);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_each, index) =>
        index % 2 ? submit(proof) : ((await checkElsewhere(proof, '203.0.113.1', api.clock.now())) ?? 'admitted'),
      ),
    );
    expect(outcomes.filter((each) => each === 'admitted')).toHaveLength(1);
    expect(outcomes.filter((each) => each === 'used')).toHaveLength(49);
  });

  it('is valid for five minutes, which the client can’t change', async () => {
    const proof = await solve(await challenged());
    api.clock.advance(PROOF_TTL_MS);
    await flood('mail', 400);
    expect(await submit(proof)).toBe('expired');
    const later = proof.challenge.parameters.expiresAt + 600;
    expect(await submit(changed(proof, { expiresAt: later }))).toBe('forged');
  });

  it('is valid for one kind of work, which the client can’t change', async () => {
    await flood('register', 2_000);
    const register = () => api.post('/users/register', newPerson(), { ip: '198.51.100.77' });
    const proof = await solve(challengeIn((await register()).json()));
    expect(await submit(proof)).toBe('other_work');
    expect(await submit(changed(proof, { data: { ...proof.challenge.parameters.data, work: 'mail' } }))).toBe('forged');
  });

  it('is forged if the client made the challenge easier', async () => {
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
      expect(await submit(await solve({ ...challenge, parameters })), JSON.stringify(change)).toBe('forged');
    }
  });

  it('is too easy when the flood has risen by more than one level', async () => {
    const [first, second] = [await solve(await challenged()), await solve(await challenged())];
    await flood('mail', 800);
    expect(await submit(first)).toBe('admitted');
    await flood('mail', 1_600);
    expect(await submit(second)).toBe('too_easy');
    await flood('mail', 400);
  });

  it('is forged if it is signed with another key', async () => {
    const { parameters } = await challenged();
    for (const key of ['', 'secret', 'secret.key', '0'.repeat(32)]) {
      const signature = createHmac('sha256', key).update(JSON.stringify(parameters)).digest('hex');
      expect(await submit(await solve({ parameters, signature }))).toBe('forged');
    }
    for (const signature of ['0'.repeat(64), (await challenged()).signature]) {
      expect(await submit(await solve({ parameters, signature }))).toBe('forged');
    }
  });

  it('is wrong without the solution, and the challenge stays valid', async () => {
    const proof = await solve(await challenged());
    const { counter, derivedKey } = proof.solution;
    expect(await submit({ ...proof, solution: { counter: counter + 1, derivedKey } })).toBe('wrong');
    expect(await submit({ ...proof, solution: { counter, derivedKey: '00'.repeat(32) } })).toBe('wrong');
    expect(await submit(proof)).toBe('admitted');
  });

  // CVE-2025-68113: ALTCHA's first protocol signed the concatenation of salt, parameters and number, so that a digit
  // could move from the number into "expires" and prolong the proof. The second protocol signs a JSON object of named
  // parameters.
  it('is rejected if its parts are moved to other places', async () => {
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
    for (const each of moved) expect(['forged', 'unreadable'], JSON.stringify(each)).toContain(await submit(each));
    // If JSON has a name twice, its last value counts, for the signature and afterwards.
    const twice = JSON.stringify(proof).replace('"cost":', '"cost":1,"cost":');
    expect((await requestMail({ 'x-proof-of-work': Buffer.from(twice).toString('base64') })).statusCode).toBe(200);
    expect(await submit(proof)).toBe('used');
  });

  it('is rejected if it is anything else, without an error of the server', async () => {
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
        const answer = await requestMail({ 'x-proof-of-work': Buffer.from(text).toString('base64') });
        expect(refusalOf(answer)).toMatchObject({ status: 428, code: 'proof.needed' });
      }),
      { numRuns: 150 },
    );
    expect((await requestMail({ 'x-proof-of-work': 'A'.repeat(8_000) })).statusCode).toBe(428);
    expect(await submit(proof)).toBe('admitted');
  });
});
