import type { Vote } from '@laurel/contracts/records';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { eraseAccount } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { newVoter } from '@laurel/support/voters';
import jwt from 'jsonwebtoken';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '../../crypto/tokens.ts';
import { TOKEN_TTL_MS } from '../../limits.ts';
import type { Voter } from '../../rehearsal/voters.ts';

const SECRET = 'the secret of these tests, long enough';
const ROTATED_OUT = 'a secret that was rotated out long ago';

const api = useTestApi({ JWT_SECRET: SECRET });
const owner = useOwner(api);
let vote: Vote;
let voter: Voter;
beforeAll(async () => {
  const nominee = await api.deps.db.nominee.findFirstOrThrow({ include: { category: true } });
  vote = { nomination: nominee.category.nomination, niche: nominee.category.niche, vote: nominee.company };
});
beforeEach(async () => {
  voter = await newVoter(api);
});
afterEach(async () => {
  expect((await owner.query('SELECT 1 FROM votes')).rowCount).toBe(0);
});

const castWith = async (authorization: string): Promise<string> => {
  const answer = await api.post('/vote', vote, { headers: { authorization } });
  return answer.statusCode === 401 ? answer.json().code : String(answer.statusCode);
};
const seconds = (): number => Math.floor(api.clock.now().getTime() / 1000);
const payload = () => ({ sub: voter.accountId, sid: voter.sessionId, iat: seconds(), exp: seconds() + 3600 });
const kid = (): string => jwt.decode(voter.token, { complete: true })?.header.kid ?? '';
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens for a valid session that are signed with a wrong key or not signed. */
const forgeries = (): Record<string, string> => {
  const signed = (secret: string, options: jwt.SignOptions = {}) =>
    jwt.sign(payload(), secret, { algorithm: 'HS256', keyid: kid(), ...options });
  const none = encode({ alg: 'none', typ: 'JWT', kid: kid() });
  const [header, body, signature] = voter.token.split('.');
  return {
    'alg none': `${none}.${encode(payload())}.`,
    'alg None': `${encode({ alg: 'None', typ: 'JWT' })}.${encode(payload())}.`,
    'alg none with a valid body': `${none}.${body}.${signature}`,
    'a valid header without a signature': `${header}.${encode(payload())}.`,
    'another key': signed('a secret that an attacker made up..'),
    'no key': signed(' '),
    'the key id as the key': signed(kid()),
    'another key id': signed(SECRET, { keyid: '00000000' }),
    'a key id that is a path': signed(SECRET, { keyid: '../../dev/null' }),
    'no key id': jwt.sign(payload(), SECRET, { algorithm: 'HS256' }),
    HS512: signed(SECRET, { algorithm: 'HS512' }),
    'a key in the token': `${encode({ alg: 'HS256', typ: 'JWT', kid: kid(), jwk: { kty: 'oct', k: 'AA' } })}.${body}.${signature}`,
    'an unknown session': `${header}.${encode({ ...payload(), sid: crypto.randomUUID() })}.${signature}`,
  };
};

describe('a vote with a forged token is rejected', () => {
  it('for every kind of forgery', async () => {
    for (const [name, forged] of Object.entries(forgeries())) {
      expect(await castWith(`Bearer ${forged}`), name).toBe('auth.required');
    }
  });

  it('when one character of a valid token is changed', async () => {
    const { token } = voter;
    const step = Math.max(1, Math.floor(token.length / sized(60, token.length)));
    for (let at = 0; at < token.length; at += step) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(await castWith(`Bearer ${changed}`), `character ${at}`).toBe('auth.required');
    }
  });

  it('when the secret was rotated out', async () => {
    const old = createTokens(ROTATED_OUT).issue(voter, api.clock.now());
    expect(await castWith(`Bearer ${old}`)).toBe('auth.required');
  });
});

describe('a vote with a token that is no longer valid is rejected', () => {
  it('when the token has expired and its session has not', async () => {
    await owner.query('UPDATE sessions SET expires_at = $2 WHERE id = $1', [voter.sessionId, '2999-01-01']);
    api.clock.advance(TOKEN_TTL_MS);
    expect(await castWith(`Bearer ${voter.token}`)).toBe('auth.expired');
  });

  it('when the session has expired and the token has not', async () => {
    await owner.query('UPDATE sessions SET created_at = $2, expires_at = $3 WHERE id = $1', [
      voter.sessionId,
      new Date(api.clock.now().getTime() - 2),
      api.clock.now(),
    ]);
    expect(await castWith(`Bearer ${voter.token}`)).toBe('auth.expired');
  });

  it('when it is replayed after the account was erased', async () => {
    await eraseAccount(api, voter.accountId);
    expect(await castWith(`Bearer ${voter.token}`)).toBe('auth.expired');
  });
});
