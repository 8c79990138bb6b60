import { availableParallelism } from 'node:os';
import pg from 'pg';
import { drive, repeat, requestBytes } from '../load.ts';
import { compare, describeVerdict } from '../measure.ts';
import { pin, startLaurel, startRival } from '../processes.ts';
import type { Stage } from '../stage.ts';

const CONNECTIONS = 32;
const ROUND_MS = 2_000;
const CHUNK = 500_000;

/** Votes of nobody, written by the owner: what is measured is reading with that many stored. */
const fill = async (owner: pg.Client, upTo: number): Promise<void> => {
  const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM votes');
  for (let stored = rows[0]?.count ?? 0; stored < upTo; stored += CHUNK) {
    await owner.query(
      `WITH cast_votes AS (
         INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
         SELECT gen_random_uuid(), n.category_id, n.id, $2
           FROM generate_series(1, $1) i
           JOIN (SELECT id, category_id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS places FROM nominees) n
             ON n.place = 1 + i % n.places
         RETURNING nominee_id)
       INSERT INTO tallies (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM cast_votes GROUP BY nominee_id
       ON CONFLICT (nominee_id, slot) DO UPDATE SET count = tallies.count + excluded.count`,
      [Math.min(CHUNK, upTo - stored), new Date()],
    );
  }
  await owner.query('VACUUM ANALYZE votes');
};

/** GET /vote/statistics, asked by those who have it already (ETag), against Fastify's empty route. */
export const benchStatistics = async (stage: Stage, rounds: number, sizes: readonly number[]): Promise<string[]> => {
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  const laurel = await startLaurel(stage.env);
  const rival = await startRival('empty');
  const all = `0-${availableParallelism() - 1}`;
  for (const { pid } of [laurel, rival]) pin(pid, '0');
  pin(process.pid, '1');
  const lines: string[] = [];
  try {
    for (const size of sizes) {
      await fill(owner, size);
      const etag = (await fetch(`http://127.0.0.1:${laurel.port}/api/vote/statistics`)).headers.get('etag') ?? '';
      const known = requestBytes('GET', '/api/vote/statistics', { 'if-none-match': etag });
      const fresh = requestBytes('GET', '/api/vote/statistics');
      const empty = requestBytes('GET', '/');
      const run = async (port: number, request: Buffer): Promise<number> =>
        (await drive(port, CONNECTIONS, repeat(request, ROUND_MS))).perSecond;
      await run(laurel.port, known);
      await run(rival.port, empty);
      for (const [what, request] of [
        ['304', known],
        ['200, whole body', fresh],
      ] as const) {
        const verdict = await compare(rounds, {
          laurel: () => run(laurel.port, request),
          rival: () => run(rival.port, empty),
        });
        lines.push(
          describeVerdict(
            `GET /vote/statistics (${what}), ${size.toLocaleString('en')} votes stored`,
            'requests/s',
            verdict,
          ),
        );
      }
    }
    return lines;
  } finally {
    pin(process.pid, all);
    await laurel.stop();
    await rival.stop();
    await owner.end();
  }
};
