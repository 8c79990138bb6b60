import { compareTallies } from '@laurel/database/guards';
import type pg from 'pg';

const CHUNK = 500_000;

const FILL = `
  WITH filled AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
    SELECT gen_random_uuid(), n.category_id, n.id, $2
      FROM generate_series(1, $1) i
      JOIN (SELECT id, category_id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS places FROM nominees) n
        ON n.place = 1 + i % n.places
    RETURNING nominee_id)
  INSERT INTO tallies (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM filled GROUP BY nominee_id
  ON CONFLICT (nominee_id, slot) DO UPDATE SET count = tallies.count + excluded.count`;

/**
 * Inserts votes of unknown voters with their tallies directly as the owner, to measure with many stored votes. Call
 * `auditVotes` afterwards.
 */
export const fillVotes = async (owner: pg.Client, size: number): Promise<void> => {
  for (let stored = 0; stored < size; stored += CHUNK) {
    await owner.query(FILL, [Math.min(CHUNK, size - stored), new Date()]);
  }
  await owner.query('VACUUM ANALYZE votes');
  await owner.query('CHECKPOINT');
};

/** The number of stored votes. */
export const countVotes = async (owner: pg.Client): Promise<number> =>
  (await owner.query<{ votes: number }>('SELECT count(*)::int AS votes FROM votes')).rows[0]?.votes ?? 0;

/**
 * Compares the number of votes and each nominee's tally with the stored votes.
 * @throws Error if they differ
 */
export const auditVotes = async (owner: pg.Client, expected: number): Promise<void> => {
  const votes = await countVotes(owner);
  const wrong = (await compareTallies(owner)).length;
  if (votes !== expected || wrong !== 0) {
    throw new Error(`${votes} votes are stored where ${expected} were accepted, and ${wrong} tallies are wrong`);
  }
};
