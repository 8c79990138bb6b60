import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTokens } from './tokens.ts';

const SECRET = 'the present secret, long enough to be one';
const OLD = 'the previous secret, long enough to be one';
const claims = { accountId: '6f9619ff-8b86-4d01-b42d-00c04fc964ff', sessionId: '16fd2706-8baf-433b-82eb-8c7fada847da' };
const now = new Date('2026-01-01T12:00:00Z');
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);
const tokens = createTokens(SECRET, [OLD]);
const token = tokens.issue(claims, now);
const [header = '', payload = '', signature = ''] = token.split('.');

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const forge = (head: unknown, body: string, secret = SECRET): string => {
  const text = `${encode(head)}.${body}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
const claimed = JSON.parse(Buffer.from(payload, 'base64url').toString());

describe('tokens', () => {
  it('return the claims they were issued with, for 30 days', () => {
    expect(tokens.verify(token, now)).toEqual(claims);
    expect(tokens.verify(token, days(29.9))).toEqual(claims);
    expect(() => tokens.verify(token, days(30))).toThrow(expect.objectContaining({ code: 'auth.expired' }));
  });

  it('are standard JWTs: another library verifies ours, and we verify its tokens', () => {
    const payload = { sub: claims.accountId, sid: claims.sessionId, iat: 1767268800, exp: 1769860800 };
    expect(jwt.verify(token, SECRET, { algorithms: ['HS256'], clockTimestamp: 1767268800 })).toEqual(payload);
    expect(tokens.verify(jwt.sign(payload, SECRET, { algorithm: 'HS256', keyid: kid }), now)).toEqual(claims);
  });

  it('of a previous secret stay valid; new ones are signed with the current one', () => {
    expect(tokens.verify(createTokens(OLD).issue(claims, now), now)).toEqual(claims);
    expect(() => createTokens(OLD).verify(token, now)).toThrow(expect.objectContaining({ code: 'auth.required' }));
  });

  it('are verified once: the signature is cached, the expiry still applies', () => {
    const verify = vi.spyOn(jwt, 'verify');
    onTestFinished(() => verify.mockRestore());
    const fresh = createTokens(SECRET);
    for (let vote = 0; vote < 22; vote += 1) expect(fresh.verify(token, now)).toEqual(claims);
    expect(verify).toHaveBeenCalledTimes(1);
    expect(() => fresh.verify(token, days(30))).toThrow(expect.objectContaining({ code: 'auth.expired' }));
    expect(() => fresh.verify(`${token}=`, now)).toThrow(expect.objectContaining({ code: 'auth.required' }));
    expect(fresh.verify(token, now)).toEqual(claims);
  });

  it.each([
    ['alg none', `${encode({ alg: 'none', typ: 'JWT', kid })}.${payload}.`],
    ['alg none with our header', `${header}.${payload}.`],
    ['alg None', `${encode({ alg: 'None', typ: 'JWT', kid })}.${payload}.`],
    ['another algorithm', forge({ alg: 'HS512', typ: 'JWT', kid }, payload)],
    ['no kid', forge({ alg: 'HS256', typ: 'JWT' }, payload)],
    ['an unknown kid', forge({ alg: 'HS256', typ: 'JWT', kid: 'ffffffff' }, payload)],
    ['a kid that is a path', forge({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }, payload)],
    ['the kid as the secret', forge({ alg: 'HS256', typ: 'JWT', kid }, payload, kid)],
    ['an empty secret', forge({ alg: 'HS256', typ: 'JWT', kid }, payload, '')],
    ['another secret', forge({ alg: 'HS256', typ: 'JWT', kid }, payload, 'a secret of somebody else, long enough')],
    [
      'a changed payload',
      `${header}.${encode({ sub: claims.accountId, sid: claims.sessionId, exp: 4e9 })}.${signature}`,
    ],
    ['a subject that is no UUID', jwt.sign({ sub: 'nobody', sid: 'none', exp: 4e9 }, SECRET, { keyid: kid })],
    ['a claim that session tokens don’t have', jwt.sign({ ...claimed, use: 'otp' }, SECRET, { keyid: kid })],
    ['an audience', jwt.sign(claimed, SECRET, { keyid: kid, audience: 'another service' })],
    ['an issuer', jwt.sign(claimed, SECRET, { keyid: kid, issuer: 'another service' })],
    ['a start in the future', jwt.sign({ ...claimed, nbf: 4e9 }, SECRET, { keyid: kid })],
    ['another type', forge({ alg: 'HS256', typ: 'at+jwt', kid }, payload)],
    ['another header', forge({ alg: 'HS256', typ: 'JWT', kid, cty: 'JWT' }, payload)],
    ['a key in its header', forge({ alg: 'HS256', typ: 'JWT', kid, jwk: { kty: 'oct', k: 'AA' } }, payload, '\u0000')],
    ['a signature cut short', token.slice(0, -1)],
    ['a signature spelled otherwise', `${token}=`],
    ['a fourth part', `${token}.${signature}`],
    ['a payload that is no JSON', forge({ alg: 'HS256', typ: 'JWT', kid }, 'bm90IEpTT04')],
    ['nothing', ''],
    ['dots', '..'],
    ['noise', 'not.a.token'],
  ])('RO-01 refuse %s', (_what, forged) => {
    expect(() => tokens.verify(forged, now)).toThrow(expect.objectContaining({ code: 'auth.required' }));
  });
});
