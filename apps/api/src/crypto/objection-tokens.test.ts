import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';
import { createObjectionTokens, OBJECTION_TTL_MS } from './objection-tokens.ts';

const now = new Date('2026-11-24T20:00:00Z');
const key = randomBytes(32);
const tokens = createObjectionTokens(createKeyring(key));
const claim = { exclusion: 2_147_483_647, accountId: randomUUID() };
const after = (ms: number): Date => new Date(now.getTime() + ms);

describe('the token of an objection', () => {
  it('names an exclusion and an account for 14 days, in a form that shows neither', () => {
    const token = tokens.issue(claim, now);
    expect(token).toMatch(/^[\w-]{75}$/);
    expect(tokens.read(token, now)).toEqual(claim);
    expect(tokens.read(token, after(OBJECTION_TTL_MS - 1))).toEqual(claim);
    expect(tokens.read(token, after(OBJECTION_TTL_MS))).toBeUndefined();
    expect(tokens.issue(claim, now)).not.toBe(token);
  });

  it('works after a change of the key, as long as the previous key is known', () => {
    const token = tokens.issue(claim, now);
    expect(createObjectionTokens(createKeyring(randomBytes(32), [key])).read(token, now)).toEqual(claim);
    expect(createObjectionTokens(createKeyring(randomBytes(32))).read(token, now)).toBeUndefined();
  });

  it('is refused with any byte changed, cut, or sealed for another purpose', () => {
    const bytes = Buffer.from(tokens.issue(claim, now), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const forged = Buffer.from(bytes);
      forged[index] = (forged[index] ?? 0) ^ 1;
      expect(tokens.read(forged.toString('base64url'), now), String(index)).toBeUndefined();
    }
    const job = createKeyring(key).seal('job', Buffer.alloc(24, 255)).toString('base64url');
    for (const text of ['', 'x', bytes.subarray(0, 40).toString('base64url'), '☃', job])
      expect(tokens.read(text, now)).toBeUndefined();
  });
});
