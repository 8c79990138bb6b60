import { describe, expect, it } from 'vitest';
import { expectAccepted } from '../test/outcome.ts';
import { FLOOD_WORKS, PROOF_HEADER, proofSchema } from './proof.ts';

const PARAMETERS = {
  algorithm: 'PBKDF2/SHA-256',
  nonce: '0a'.repeat(16),
  salt: 'f9'.repeat(16),
  cost: 1,
  keyLength: 32,
  keyPrefix: '00ff',
  expiresAt: 1,
  data: { work: 'login', level: 1 },
};
const SIGNATURE = 'ab'.repeat(32);
const SOLUTION = { counter: 0, derivedKey: 'cd'.repeat(32) };

const proof = (parameters: object = {}, challenge: object = {}, solution: object = {}) => ({
  challenge: { parameters: { ...PARAMETERS, ...parameters }, signature: SIGNATURE, ...challenge },
  solution: { ...SOLUTION, ...solution },
});

describe('a proof of work', () => {
  it('travels in its header', () => {
    expect(PROOF_HEADER).toBe('x-proof-of-work');
  });

  it.each<[string, unknown]>([
    ['the smallest values', proof()],
    ['the largest counter', proof({}, {}, { counter: 0xffff_ffff })],
    ['a prefix of one digit', proof({ keyPrefix: '0' })],
    ['a prefix of eight digits', proof({ keyPrefix: '0123cdef' })],
    ...FLOOD_WORKS.map(
      (work) => [`work of the kind ${work}`, proof({ data: { work, level: 4 } })] satisfies [string, unknown],
    ),
  ])('is read with %s', (_what, given) => {
    expectAccepted(proofSchema, given);
  });

  it.each<[string, unknown]>([
    ['another algorithm', proof({ algorithm: 'PBKDF2/SHA-1' })],
    ['a key of another length', proof({ keyLength: 16 })],
    ['a short nonce', proof({ nonce: '0a'.repeat(15) })],
    ['a long salt', proof({ salt: 'f9'.repeat(17) })],
    ['a salt that is not hexadecimal', proof({ salt: 'g0'.repeat(16) })],
    ['capitals', proof({ nonce: '0A'.repeat(16) })],
    ['no cost', proof({ cost: 0 })],
    ['half a cost', proof({ cost: 1.5 })],
    ['no prefix', proof({ keyPrefix: '' })],
    ['a prefix of nine digits', proof({ keyPrefix: '0123cdef0' })],
    ['a prefix that begins with another sign', proof({ keyPrefix: 'x0' })],
    ['a prefix that ends with another sign', proof({ keyPrefix: '0x' })],
    ['no time of expiry', proof({ expiresAt: 0 })],
    ['no level', proof({ data: { work: 'login', level: 0 } })],
    ['an unknown kind of work', proof({ data: { work: 'vote', level: 1 } })],
    ['more data', proof({ data: { work: 'login', level: 1, free: true } })],
    ['more parameters', proof({ free: true })],
    ['more than parameters and signature', proof({}, { free: true })],
    ['a short signature', proof({}, { signature: 'ab'.repeat(31) })],
    ['a negative counter', proof({}, {}, { counter: -1 })],
    ['a counter of more than 32 bits', proof({}, {}, { counter: 0x1_0000_0000 })],
    ['a short key', proof({}, {}, { derivedKey: 'cd'.repeat(31) })],
  ])('is refused with %s', (_what, given) => {
    expect(proofSchema.safeParse(given).success).toBe(false);
  });

  it('needs a challenge and a solution', () => {
    for (const given of [{}, { challenge: proof().challenge }, { solution: SOLUTION }])
      expect(proofSchema.safeParse(given).success).toBe(false);
  });
});
