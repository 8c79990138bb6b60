import { logStatusSchema } from '@laurel/contracts/calls/log';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { newVoter } from '@laurel/support/voters';
import { expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);

// This test fails with all categories that ever existed: /record says how many categories a voter has a vote in.
it('the status has the categories of the edition, and those removed from it that have votes', async () => {
  const all = api.deps.edition.nominations.flatMap(({ tag, categories }) =>
    categories.map((category) => ({ name: `${tag}/${category.tag}`, nomination: tag, category })),
  );
  const [voted, empty, ...others] = all;
  if (!voted || !empty) throw new Error('the demo edition has too few categories');
  const { token } = await newVoter(api);
  const vote = voted.category.companies[0]?.tag;
  const body = { nomination: voted.nomination, niche: voted.category.tag, vote };
  expect((await api.post('/vote', body, { token })).statusCode).toBe(201);
  await owner.query(
    `UPDATE nominees n SET withdrawn_at = $1 FROM categories c
      WHERE c.id = n.category_id AND c.nomination || '/' || c.niche = ANY ($2)`,
    [api.clock.now(), [voted.name, empty.name]],
  );
  api.clock.advance(api.deps.edition.log.delay * 1_000);
  await lookAtLog(api);

  const answer = await api.app.inject(`/log/${api.deps.edition.year}/status`);
  const { votes } = logStatusSchema.parse(answer.json());
  expect(votes.find(({ category }) => category === voted.name)).toEqual({ category: voted.name, votes: 1 });
  expect(votes.map(({ category }) => category).toSorted()).toEqual(
    [voted, ...others].map(({ name }) => name).toSorted(),
  );
});
