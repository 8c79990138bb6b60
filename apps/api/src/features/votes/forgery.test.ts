import { useOwner, useTestApi } from '@laurel/support/hooks';
import { eraseAccount } from '@laurel/support/people';
import { sized } from '@laurel/support/scale';
import { firstBallot, newVoter } from '@laurel/support/voters';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '../../crypto/tokens.ts';
import { TOKEN_TTL_MS } from '../../limits.ts';
import type { Voter } from '../../rehearsal/voters.ts';

const SECRET = 'the secret of these tests, long enough';
const ROTATED_OUT = 'a secret that was rotated out long ago';

const api = useTestApi({ JWT_SECRET: SECRET });
const owner = useOwner(api);
let voter: Voter;
beforeEach(async () => {
  voter = await newVoter(api);
});
afterEach(async () => {
  expect((await owner.query('SELECT 1 FROM votes')).rowCount).toBe(0);
});

const castWith = async (authorization: string): Promise<string> => {
  const answer = await api.post('/vote', firstBallot(api), { headers: { authorization } });
  return answer.statusCode === 401 ? answer.json().code : String(answer.statusCode);
};

describe('a vote with a forged token is rejected', () => {
  // The kinds of forgery are tested in crypto/tokens.test.ts.
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
