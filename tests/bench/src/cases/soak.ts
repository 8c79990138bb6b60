import { gather } from '../audience.ts';
import { ballotByCategory } from '../cast.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { startGenerator } from '../generator.ts';
import type { FromCrowd, ToCrowd } from '../generators/crowd.ts';
import { openInspector } from '../heap.ts';
import { openPostOffice, welcome } from '../newcomers.ts';
import { residentMb, startLaurel } from '../processes.ts';
import { onStage, type Stage } from '../stage.ts';

type Plan = { minutes: number; samples: number; votes: number; reads: number; newcomers: number; listeners: number };
type Sample = { minute: number; heapMb: number; residentMb: number; votes: number };

/** The slope of the regression line (least squares). */
export const slopeOf = (points: readonly { x: number; y: number }[]): number => {
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const across = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0);
  return across / points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0);
};

const tell = ({ minute, heapMb, residentMb: resident, votes }: Sample): void =>
  void process.stdout.write(
    `after ${minute.toFixed(1)} min and ${votes.toLocaleString('en')} votes: heap ${heapMb.toFixed(1)} MB, resident ${resident.toFixed(0)} MB\n`,
  );

/** Votes, reads, listeners and sign-ups for an hour, with regular measurements of memory after a collection. */
const benchSoak = async (stage: Stage, plan: Plan): Promise<Finding[]> => {
  const office = await openPostOffice();
  const inspector = await openInspector();
  const laurel = await startLaurel({ ...stage.env, ...office.env, ...inspector.env });
  const crowd = startGenerator<ToCrowd, FromCrowd>('crowd');
  const place = { ports: [laurel.port], manner: 'laurel', heartBeats: true, backAfterMs: 5_000 } as const;
  const audience = await gather(place, plan.listeners);
  try {
    const categories = ballotByCategory(stage);
    const seconds = (plan.minutes * 60) / plan.samples;
    const voters = await stage.voters(Math.ceil((plan.votes * plan.minutes * 60 + 100) / categories.length));
    await crowd.ask({ port: laurel.port, tokens: voters.map(({ token }) => token), categories });
    const samples: Sample[] = [];
    const failures: string[] = [];
    for (let taken = 1; taken <= plan.samples; taken++) {
      const [{ votes, reads }, { failures: unwelcome }] = await Promise.all([
        crowd.ask({ votesPerSecond: plan.votes, readsPerSecond: plan.reads, seconds }),
        welcome(laurel.port, office, { perSecond: plan.newcomers, seconds }),
      ]);
      for (const [status, count] of [...Object.entries(votes.statuses), ...Object.entries(reads.statuses)]) {
        if (status !== '201' && status !== '200') failures.push(`${count} × ${status}`);
      }
      failures.push(...unwelcome);
      const sample = {
        minute: (taken * seconds) / 60,
        heapMb: await inspector.heapMb(),
        residentMb: residentMb(laurel.pid),
        votes: (samples.at(-1)?.votes ?? 0) + (votes.statuses['201'] ?? 0),
      };
      samples.push(sample);
      tell(sample);
    }
    // The first part is a warm-up that fills caches.
    const later = samples.slice(Math.floor(samples.length / 4));
    const span = (later.at(-1)?.minute ?? 0) - (later[0]?.minute ?? 0);
    const growth = (of: (sample: Sample) => number): number =>
      span * slopeOf(later.map((sample) => ({ x: sample.minute, y: of(sample) })));
    const all = samples.at(-1)?.votes.toLocaleString('en') ?? '';
    const note = `in the last ${span.toFixed(1)} of ${plan.minutes.toFixed(1)} min, by the nearest line; ${all} votes in all`;
    return [
      {
        what: 'soak: growth of the heap',
        value: growth(({ heapMb }) => heapMb),
        unit: ' MB',
        digits: 2,
        goal: { atMost: 1 },
        note,
      },
      {
        what: 'soak: growth of resident memory',
        value: growth((each) => each.residentMb),
        unit: ' MB',
        digits: 1,
        goal: { atMost: 10 },
        note,
      },
      { what: 'soak: heap at the end', value: samples.at(-1)?.heapMb ?? Number.NaN, unit: ' MB', digits: 1 },
      {
        what: 'soak: errors',
        value: failures.length,
        unit: '',
        goal: { atMost: 0 },
        note: failures.slice(0, 5).join(', '),
      },
    ];
  } finally {
    await crowd.stop();
    await audience.leave();
    await laurel.stop();
    await office.close();
  }
};

const MINUTES = 60;

/** An hour with a million votes in it. */
export const soak: BenchCase = {
  name: 'soak',
  onlyByName: true,
  run: ({ sized, minutes = MINUTES }) =>
    onStage((stage) =>
      benchSoak(
        stage,
        sized(
          { minutes: 2 / 60, samples: 2, votes: 20, reads: 20, newcomers: 0, listeners: 10 },
          { minutes, samples: 12, votes: 1e6 / (60 * MINUTES), reads: 200, newcomers: 0.2, listeners: 500 },
        ),
      ),
    ),
};
