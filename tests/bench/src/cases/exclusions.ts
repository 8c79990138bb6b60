import type { Exclusions } from '@laurel/api/features/exclusions/service';
import pg from 'pg';
import { votesOfVoters } from '../cast.ts';
import { draftOver, exclusionsOver, ORGANISER } from '../exclusions.ts';
import { auditVotes } from '../fill.ts';
import { fillAward } from '../fill-award.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { drive } from '../load.ts';
import { meanwhile, median } from '../measure.ts';
import { onStage, type Stage } from '../stage.ts';

const CONNECTIONS = 64;
/** A tenth of the votes. */
const PARTS = 26;

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> => {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
};

/** Applies and undoes an exclusion while people vote. Returns the durations and the longest vote, milliseconds. */
const whilePeopleVote = async (stage: Stage, port: number, exclusions: Exclusions, id: number, votes: number) => {
  const requests = await votesOfVoters(stage, votes);
  const taking = async () => {
    const applied = await timed(() => exclusions.take(id, 'apply', ORGANISER));
    return { applied, undone: await timed(() => exclusions.take(id, 'undo', ORGANISER)) };
  };
  const [{ applied, undone }, { latencies, statuses }] = await meanwhile(taking, (isOver) =>
    drive(port, CONNECTIONS, () => (isOver() ? undefined : requests.pop())),
  );
  if (latencies.length === 0) throw new Error('nobody voted meanwhile');
  const cast = statuses['201'] ?? 0;
  if (cast !== latencies.length) throw new Error(`not every vote was taken: ${JSON.stringify(statuses)}`);
  return { applyMs: applied.ms, undoMs: undone.ms, longestMs: Math.max(...latencies), cast };
};

const benchExclusions = async (stage: Stage, rounds: number, voters: number, voting: number): Promise<Finding[]> => {
  const { owner } = stage;
  const pool = new pg.Pool({ connectionString: stage.env.DATABASE_URL });
  stage.ends({ stop: () => pool.end() });
  const laurel = await stage.laurel();
  const { votes: stored } = await fillAward(owner, { voters, pastVotes: 0, now: new Date() });
  const exclusions = exclusionsOver(pool);
  const draft = draftOver(PARTS);
  let expected = stored;
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
  const size = `${selected.toLocaleString('en')} of ${stored.toLocaleString('en')} votes`;
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
};

/** Leaving a farm of votes out of the count: the preview, applying and undoing it, and the votes that are cast meanwhile. */
export const exclusions: BenchCase = {
  name: 'exclusions',
  run: ({ rounds, sized }) =>
    onStage((stage) => benchExclusions(stage, rounds, sized(200, 100_000), sized(200, 40_000))),
};
