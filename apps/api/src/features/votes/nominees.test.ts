import { randomBytes } from 'node:crypto';
import type { Vote } from '@laurel/contracts/records';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { sized } from '@laurel/support/scale';
import { newVoter } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const api = useTestApi({ LIMITS_VOTES_ACCOUNT_MINUTE: '1000000' });
const owner = useOwner(api);
let ballot: (Vote & { id: number })[];
let voter: Voter;
beforeAll(async () => {
  const nominees = await api.deps.db.nominee.findMany({ include: { category: true } });
  ballot = nominees.map(({ id, company, category: { nomination, niche } }) => ({
    id,
    nomination,
    niche,
    vote: company,
  }));
  voter = await newVoter(api);
});

const stored = async (): Promise<number> => (await owner.query('SELECT 1 FROM votes')).rowCount ?? 0;
const nameOf = ({ nomination, niche, vote }: Vote): string => `${nomination}/${niche}/${vote}`;

describe('a vote for something that is not on the ballot', () => {
  it('VO-09 is rejected for every nominee in every other category', async () => {
    const real = new Set(ballot.map(nameOf));
    const categories = [...new Map(ballot.map((each) => [`${each.nomination}/${each.niche}`, each])).values()];
    const companies = [...new Set(ballot.map(({ vote }) => vote))];
    const mismatched = categories
      .flatMap(({ nomination, niche }) => companies.map((vote): Vote => ({ nomination, niche, vote })))
      .filter((each) => !real.has(nameOf(each)));
    expect(mismatched.length).toBeGreaterThan(companies.length);
    const step = Math.ceil(mismatched.length / sized(300, mismatched.length));
    for (let at = 0; at < mismatched.length; at += step) {
      const answer = await api.post('/vote', mismatched[at], { token: voter.token });
      const answered = { status: answer.statusCode, code: answer.json().code, stored: await stored() };
      const refused = { status: 400, code: 'vote.unknown_nominee', stored: 0 };
      expect(answered, JSON.stringify(mismatched[at])).toEqual(refused);
    }
    expect(await stored()).toBe(0);
  });

  it.each([
    ...['__proto__', 'constructor', 'toString', 'gambling/betting', '..', '%2e%2e', 'a\u0000b', 'ＢＥＴ', '', ' '],
    ...[null, 0, true, [], {}, ['orbit-crew']],
  ])('is rejected with %j in any of its fields', async (odd) => {
    const [first] = ballot;
    for (const field of ['nomination', 'niche', 'vote'] as const) {
      const { nomination, niche, vote } = first ?? {};
      const answer = await api.post('/vote', { nomination, niche, vote, [field]: odd }, { token: voter.token });
      expect(answer.statusCode).toBe(400);
      expect(['vote.unknown_nominee', 'request.invalid']).toContain(answer.json().code);
    }
    expect(await stored()).toBe(0);
  });

  it('is rejected for a withdrawn nominee that the process still lists', async () => {
    const [first] = ballot;
    await owner.query('UPDATE nominees SET withdrawn_at = now() WHERE id = $1', [first?.id]);
    const { nomination, niche, vote } = first ?? {};
    const answer = await api.post('/vote', { nomination, niche, vote }, { token: voter.token });
    expect(answer.json()).toMatchObject({ code: 'vote.unknown_nominee' });
    await owner.query('UPDATE nominees SET withdrawn_at = NULL');
    expect(await stored()).toBe(0);
  });
});

it('a vote is stored in the nominee’s own category, whichever category the ballot box receives', async () => {
  const [first, ...others] = ballot;
  const elsewhere = others.find(({ nomination }) => nomination !== first?.nomination);
  const category = async (id: number | undefined): Promise<number> =>
    (await owner.query('SELECT category_id FROM nominees WHERE id = $1', [id])).rows[0].category_id;
  const { sessionId } = api.deps.gate.requireToken(`Bearer ${voter.token}`, api.clock.now());
  const cast = { sessionId, nomineeId: first?.id ?? 0, categoryId: await category(elsewhere?.id) };
  const { outcome } = await api.deps.ballotBox.cast({ ...cast, nonces: randomBytes(32) });
  expect(outcome).toBe('accepted');
  const { rows } = await owner.query('SELECT category_id, nominee_id FROM votes');
  expect(rows).toEqual([{ category_id: await category(first?.id), nominee_id: first?.id }]);
});
