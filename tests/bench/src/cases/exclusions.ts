import type { Exclusions } from '@laurel/api/features/exclusions/service';
import pg from 'pg';
import { connectOwner, votesOfVoters } from '../cast.ts';
import { exclusionsOver } from '../exclusions.ts';
import { auditVotes } from '../fill.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { drive } from '../load.ts';
import { median } from '../measure.ts';
import { startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
/** One voter in this many was seen in the network that is excluded, and cast their votes there. */
const FARM = 10;
const NETWORK = '198.51.100.0/24';
const ORGANISER = { actor: 'bench', reason: 'a measurement' };

// Every voter votes in each category.
const FILL = `
  WITH made AS (
    INSERT INTO accounts (name, email, email_canonical, password_hash, created_at)
    SELECT 'Voter', mail, mail, '-', $2
      FROM (SELECT 'filled-' || gen_random_uuid() || '@example.org' AS mail FROM generate_series(1, $1)) mails
    RETURNING id, voter_id
  ), numbered AS (
    SELECT id, voter_id, row_number() OVER () AS place FROM made
  ), seen AS (
    INSERT INTO client_hints (account_id, event, observed_ip, created_at)
    SELECT id, 'login', CASE WHEN place % ${FARM} = 0 THEN inet '198.51.100.7' ELSE inet '203.0.113.7' END, $2 FROM numbered
  ), cast_votes AS (
    INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
    SELECT v.voter_id, c.id, c.nominees[1 + (v.place + c.id) % cardinality(c.nominees)], $2
      FROM numbered v
      CROSS JOIN (SELECT category_id AS id, array_agg(id ORDER BY id) AS nominees FROM nominees GROUP BY category_id) c
    RETURNING voter_id, category_id, nominee_id
  ), origins AS (
    INSERT INTO vote_origins (voter_id, category_id, minute, network, user_agent, time_zone)
    SELECT c.voter_id, c.category_id, date_trunc('minute', $2::timestamptz),
           CASE WHEN n.place % ${FARM} = 0 THEN cidr '${NETWORK}' ELSE network(set_masklen('10.0.0.0'::inet + n.place * 256, 24)) END,
           'Chrome Android', 'Europe/Kyiv'
      FROM cast_votes c JOIN numbered n USING (voter_id)
  )
  INSERT INTO tallies (nominee_id, slot, count) SELECT nominee_id, 0, count(*) FROM cast_votes GROUP BY nominee_id`;

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
};

/** Applies and undoes an exclusion while people vote. Returns the durations and the longest vote, milliseconds. */
const whilePeopleVote = async (stage: Stage, port: number, exclusions: Exclusions, id: number, votes: number) => {
  const requests = await votesOfVoters(stage, votes);
  let open = true;
  const voting = drive(port, CONNECTIONS, () => (open ? requests.pop() : undefined));
  const taking = async () => {
    const applied = await timed(() => exclusions.take(id, 'apply', ORGANISER));
    return { applied, undone: await timed(() => exclusions.take(id, 'undo', ORGANISER)) };
  };
  const [{ latencies, statuses }, { applied, undone }] = await Promise.all([
    voting,
    taking().finally(() => {
      open = false;
    }),
  ]);
  if (latencies.length === 0) throw new Error('nobody voted meanwhile');
  const cast = statuses['201'] ?? 0;
  if (cast !== latencies.length) throw new Error(`not every vote was taken: ${JSON.stringify(statuses)}`);
  return { applyMs: applied.ms, undoMs: undone.ms, longestMs: Math.max(...latencies), cast };
};

const benchExclusions = async (stage: Stage, rounds: number, voters: number, voting: number): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  const pool = new pg.Pool({ connectionString: stage.env.DATABASE_URL });
  const laurel = await startLaurel(stage.env);
  try {
    await owner.query(FILL, [voters, new Date()]);
    await owner.query('VACUUM ANALYZE');
    const exclusions = exclusionsOver(pool);
    const draft = {
      selection: { networks: [NETWORK] },
      publicReason: { en: 'A measurement', uk: 'Вимірювання' },
      evidence: null,
      organiser: ORGANISER,
      moreThanHalf: false,
    };
    const stored = await owner.query<{ votes: number }>('SELECT count(*)::int AS votes FROM votes');
    let expected = stored.rows[0]?.votes ?? 0;
    const previews: number[] = [];
    const runs: Awaited<ReturnType<typeof whilePeopleVote>>[] = [];
    let selected = 0;
    for (let round = 0; round < rounds; round += 1) {
      previews.push((await timed(() => exclusions.rehearse(draft.selection, ORGANISER))).ms);
      const { exclusion } = await exclusions.propose(draft);
      selected = exclusion.votes;
      const run = await whilePeopleVote(stage, laurel.port, exclusions, exclusion.id, voting);
      expected += run.cast;
      runs.push(run);
    }
    await auditVotes(owner, expected);
    const of = (figure: (run: (typeof runs)[number]) => number): number => median(runs.map(figure));
    const size = `${selected.toLocaleString('en')} of ${(stored.rows[0]?.votes ?? 0).toLocaleString('en')} votes`;
    return [
      {
        id: 'exclusions.preview',
        what: `preview of an exclusion of ${size}`,
        value: median(previews) / 1000,
        unit: ' s',
        digits: 2,
        goal: { atMost: 2 },
      },
      {
        id: 'exclusions.apply',
        what: `applied while people vote`,
        value: of(({ applyMs }) => applyMs) / 1000,
        unit: ' s',
        digits: 2,
        goal: { atMost: 3 },
        note: `undone in ${(of(({ undoMs }) => undoMs) / 1000).toFixed(2)} s`,
      },
      {
        id: 'exclusions.longest-vote',
        what: 'the longest vote meanwhile',
        value: of(({ longestMs }) => longestMs),
        unit: ' ms',
        goal: { atMost: 500 },
        note: `${of(({ cast }) => cast)} votes over ${CONNECTIONS} connections`,
      },
    ];
  } finally {
    await laurel.stop();
    await pool.end();
    await owner.end();
  }
};

/** Leaving a farm of votes out of the count: the preview, applying and undoing it, and the votes that are cast meanwhile. */
export const exclusions: BenchCase = {
  name: 'exclusions',
  run: ({ rounds, sized }) =>
    onStage((stage) => benchExclusions(stage, rounds, sized(200, 46_000), sized(200, 40_000))),
};
