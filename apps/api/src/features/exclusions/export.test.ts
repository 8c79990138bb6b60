import { laurelOver } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { expect, it } from 'vitest';

const api = useTestApi();
const owner = useOwner(api);

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
