import { laurelOver } from '@laurel/support/cli';
import { PUBLIC_REASON, votesOf } from '@laurel/support/exclusions';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);
const organiser = { actor: 'olena', reason: 'a test' };

const propose = async (selection: { accounts: string[]; categories?: number[] }): Promise<number> => {
  const draft = { selection, publicReason: PUBLIC_REASON, evidence: null, organiser, moreThanHalf: true };
  return (await api.deps.exclusions.propose(draft)).exclusion.id;
};

// This test fails if the votes of everyone of whom another exclusion holds a vote in any category are left out.
it('the preview of an exclusion counts people of whom another exclusion holds another vote, and no vote twice', async () => {
  const { exclusions } = api.deps;
  const [first, second] = [firstBallot(api), firstBallot(api, 1)];
  const voters = await votersOf(api, 4);
  for (const ballot of [first, second]) await voteAs(api, voters, ballot);
  const { accounts } = votesOf(voters.slice(0, 3));
  const nominees = (await exclusions.ballot()).filter(({ niche }) => niche === first.niche);
  const categories = [...new Set(nominees.map(({ categoryId }) => categoryId))];
  await exclusions.take(await propose({ accounts, categories }), 'apply', organiser);

  const preview = await exclusions.rehearse({ accounts }, organiser);
  expect(preview.exclusion).toMatchObject({ voters: 3, votes: 6 });
  expect(preview.categories).toMatchObject([{ niche: second.niche, votes: 3 }]);
});

// This test fails if a preview takes an id of the sequence, which no rollback gives back.
it('previews, also at once, use up no number of a decision', async () => {
  const voters = await votersOf(api, 2);
  await voteAs(api, voters);
  const selection = votesOf(voters);
  const before = await propose(selection);
  await Promise.all(Array.from({ length: 4 }, () => api.deps.exclusions.rehearse(selection, organiser)));
  expect(await propose(selection)).toBe(before + 1);
});

// The votes are read in parts of 5,000.
it('the export of an exclusion has many votes, each once', async () => {
  const { rows } = await owner.query<{ id: number }>(
    `INSERT INTO exclusions (selection, public_reason, reason, approvals, votes, voters, proposed_at, proposed_by)
     VALUES ('{"from": "2026-01-01T00:00:00Z"}', '{"en": "Bought."}', 'a test', 1, 12003, 12003, now(), 'test') RETURNING id`,
  );
  const [{ id } = { id: 0 }] = rows;
  const held = await owner.query<{ voter_id: string }>(
    `INSERT INTO excluded_votes (exclusion_id, voter_id, category_id, nominee_id)
     SELECT $1, gen_random_uuid(), category_id, id FROM (SELECT * FROM nominees ORDER BY id LIMIT 1) n, generate_series(1, 12003)
     RETURNING voter_id`,
    [id],
  );
  const ran = await laurelOver(api)(['exclusions', 'export', String(id), '--reason', 'a test', '--yes']);
  const written = ran.written().trimEnd().split('\r\n').slice(1);
  expect(written.map((line) => line.split(',')[0]).toSorted()).toEqual(held.rows.map((row) => row.voter_id).toSorted());
});
