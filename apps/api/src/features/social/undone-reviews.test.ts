import { useTestApi } from '@laurel/support/hooks';
import { isVerified, logOf, newcomer, submission, submitTag } from '@laurel/support/social';
import { describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';

const api = useTestApi();

const organiser = { actor: 'olena', reason: null };
const pending = async () => {
  const person = await newcomer(api);
  const submitted = await submission(api, person);
  const { id, tag } = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: person.accountId } });
  return { person, ...submitted, id, tag: tag ?? '' };
};
const decide = (id: string, approved: boolean) =>
  api.deps.reviews.decide({ id, approved, organiser, now: api.clock.now() });
const undo = (id: string) => api.deps.reviews.undo({ id, organiser, now: api.clock.now() });
const vote = async ({ token }: Voter): Promise<number> => {
  const [nomination] = api.deps.edition.nominations;
  const [category] = nomination?.categories ?? [];
  const body = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
  return (await api.post('/vote', body, { token })).statusCode;
};
const linksOf = (accountId: string, more: { revokedAt?: null } = {}) =>
  api.deps.db.socialLink.findMany({ where: { accountId, ...more } });

describe('an undone decision', () => {
  it.each([true, false])('is told to the page, and can be made again (approved: %s)', async (approved) => {
    const { person, id, identifier } = await pending();
    await decide(id, approved);
    await undo(id);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(false);
    const first = approved ? 'VERIFIED' : 'NOT_VERIFIED';
    expect(await logOf(api, person, identifier)).toEqual(['IN_PROGRESS', first, 'IN_PROGRESS']);
    await decide(id, true);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
  });

  it('frees the approved name, unless the person has voted', async () => {
    const [wrong, voted] = [await pending(), await pending()];
    await decide(wrong.id, true);
    await undo(wrong.id);
    expect(await linksOf(wrong.person.accountId)).toEqual([]);
    await decide(voted.id, true);
    expect(await vote(voted.person)).toBe(201);
    await undo(voted.id);
    expect(await linksOf(voted.person.accountId)).toMatchObject([{ revokedAt: api.clock.now() }]);
  });

  it.each([false, true])('restores the name that the approved one replaced (voted: %s)', async (hasVoted) => {
    const { person, id, tag } = await pending();
    await decide(id, true);
    const verifiedAt = api.clock.now();
    api.clock.advance(1_000);
    if (hasVoted) expect(await vote(person)).toBe(201);
    await submission(api, person);
    const { id: second } = await api.deps.db.socialRequest.findFirstOrThrow({
      where: { accountId: person.accountId, id: { not: id } },
    });
    await decide(second, true);
    await undo(second);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
    expect(await linksOf(person.accountId, { revokedAt: null })).toMatchObject([{ verifiedAt }]);
    expect((await submitTag(api, await newcomer(api), tag)).statusCode).toBe(409);
    await decide(second, true);
    expect(await linksOf(person.accountId, { revokedAt: null })).toMatchObject([{ verifiedAt: api.clock.now() }]);
  });
});
