import { useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { expect, it } from 'vitest';

const api = useTestApi();
const organiser = { actor: 'olena', reason: 'a test' };

// This test fails if the votes of everyone of whom another exclusion holds a vote in any category are left out.
it('the preview of an exclusion counts people of whom another exclusion holds another vote, and no vote twice', async () => {
  const { exclusions, edition } = api.deps;
  const [first, second] = edition.nominations[0]?.categories ?? [];
  const voters = await votersOf(api, 4);
  for (const category of [first, second]) {
    for (const { token } of voters) {
      const vote = { nomination: 'best-partner', niche: category?.tag, vote: category?.companies[0]?.tag };
      expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
    }
  }
  const accounts = voters.slice(0, 3).map(({ accountId }) => accountId);
  const ballot = await exclusions.ballot();
  const categories = ballot.filter(({ niche }) => niche === first?.tag).map(({ categoryId }) => categoryId);
  const publicReason = { en: 'One person cast them.', uk: 'Їх віддала одна людина.' };
  const selection = { accounts, categories: [...new Set(categories)] };
  const draft = { selection, publicReason, evidence: null, organiser, moreThanHalf: true };
  await exclusions.take((await exclusions.propose(draft)).exclusion.id, 'apply', organiser);

  const preview = await exclusions.rehearse({ accounts }, organiser);
  expect(preview.exclusion).toMatchObject({ voters: 3, votes: 6 });
  expect(preview.categories).toMatchObject([{ niche: second?.tag, votes: 3 }]);
});

// This test fails if a preview takes an id of the sequence, which no rollback gives back.
it('previews, also at once, use up no number of a decision', async () => {
  const { exclusions, edition } = api.deps;
  const voters = await votersOf(api, 2);
  const category = edition.nominations[0]?.categories[0];
  for (const { token } of voters) {
    const vote = { nomination: 'best-partner', niche: category?.tag, vote: category?.companies[0]?.tag };
    expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
  }
  const selection = { accounts: voters.map(({ accountId }) => accountId) };
  const publicReason = { en: 'One person cast them.', uk: 'Їх віддала одна людина.' };
  const propose = async () =>
    (await exclusions.propose({ selection, publicReason, evidence: null, organiser, moreThanHalf: true })).exclusion.id;
  const before = await propose();
  await Promise.all(Array.from({ length: 4 }, () => exclusions.rehearse(selection, organiser)));
  expect(await propose()).toBe(before + 1);
});
