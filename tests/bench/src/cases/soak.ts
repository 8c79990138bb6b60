import type { BenchCase, Finding } from '../finding.ts';
import { openHall } from '../hall.ts';
import { openInspector } from '../heap.ts';
import { residentMb } from '../processes.ts';
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
  const inspector = await openInspector();
  const votes = plan.votes * plan.minutes * 60 + 100;
  const hall = await openHall(stage, { listeners: plan.listeners, votes, env: inspector.env });
  const seconds = (plan.minutes * 60) / plan.samples;
  const samples: Sample[] = [];
  const failures: string[] = [];
  for (let taken = 1; taken <= plan.samples; taken++) {
    const { done } = await hall.live({ ...plan, seconds });
    failures.push(...done.flatMap(({ errors }) => errors));
    const sample = {
      minute: (taken * seconds) / 60,
      heapMb: await inspector.heapMb(),
      residentMb: residentMb(hall.pid),
      votes: (samples.at(-1)?.votes ?? 0) + (done.find(({ name }) => name === 'votes')?.done ?? 0),
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
