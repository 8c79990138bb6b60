import { compareTallies } from '@laurel/database/guards';
import type pg from 'pg';

const CHUNK = 500_000;

const FILL = `
  WITH filled AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
    SELECT gen_random_uuid(), n.category_id, n.id, $2
      FROM generate_series(1, $1) i
      JOIN (SELECT n.id, n.category_id, row_number() OVER (ORDER BY n.id) AS place, count(*) OVER () AS places
              FROM nominees n JOIN all_categories c ON c.id = n.category_id WHERE c.year = coalesce($3, edition_year())) n
        ON n.place = 1 + i % n.places
    RETURNING nominee_id)
  INSERT INTO tallies (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM filled GROUP BY nominee_id
  ON CONFLICT (nominee_id, slot) DO UPDATE SET count = tallies.count + excluded.count`;

// The current edition began eleven days ago, after $1 archived ones with the same categories and nominees, whose activity is recorded.
const PAST_YEARS = `
  WITH past AS (
    INSERT INTO years (year, state, began_at, ended_at)
    SELECT edition_year() - i, 'archived', $2::timestamptz - make_interval(years => i, days => 30), $2::timestamptz - make_interval(years => i)
      FROM generate_series(1, $1::int) i RETURNING year
  ), begun AS (
    UPDATE years SET began_at = $2::timestamptz - interval '11 days' WHERE state = 'current'
  ), recorded AS (
    INSERT INTO activity_progress (recorded_until, settled_until, looked_at, in_flight)
    SELECT d, d, d, '{}' FROM date_trunc('minute', $2::timestamptz - interval '11 days') d
  ), copied AS (
    INSERT INTO all_categories (nomination, niche, year) SELECT nomination, niche, past.year FROM categories, past
    RETURNING id, nomination, niche
  )
  INSERT INTO nominees (category_id, company)
  SELECT copied.id, n.company FROM copied JOIN categories c USING (nomination, niche) JOIN nominees n ON n.category_id = c.id`;

/** Inserts archived editions, each with `votes` votes of unknown voters and their tallies (0: no edition). They have no public log. */
export const fillPastEditions = async (
  owner: pg.Client,
  { editions, votes, now }: { editions: number; votes: number; now: Date },
): Promise<void> => {
  if (votes === 0) return;
  await owner.query(PAST_YEARS, [editions, now]);
  const { rows } = await owner.query<{ year: number; at: Date }>(
    `SELECT year, ended_at AS at FROM years WHERE state = 'archived' ORDER BY year`,
  );
  for (const { year, at } of rows) await owner.query(FILL, [votes, at, year]);
};

/**
 * Inserts votes of unknown voters with their tallies directly as the owner, to measure with many stored votes. Call
 * `auditVotes` afterwards.
 */
export const fillVotes = async (owner: pg.Client, size: number): Promise<void> => {
  for (let stored = 0; stored < size; stored += CHUNK) {
    await owner.query(FILL, [Math.min(CHUNK, size - stored), new Date(), null]);
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
