import type { Ballot } from './ballots.ts';
import type { Dials, Group } from './dials.ts';
import { type Random, randomOf } from './random.ts';

const favours = (targets: Ballot['targets'], share: number, only: number): Ballot => ({ targets, share, only });

/** How honest people are: nothing in common. */
const honest: Dials = {
  when: 'season',
  numbers: 'scattered',
  network: 'own',
  browsers: 'own',
  names: 'own',
  mailboxes: 'own',
  steps: 'varied',
  social: 'own',
  zone: 'fits',
  ballot: favours(0, 0, 0),
};

/** The people of a night who are in no crowd and no farm. */
export const people: Group = { ...honest, name: 'people', kind: 'people', size: 0 };

/** Honest crowds that look like farms, with their usual sizes. */
const CROWDS: Readonly<Record<string, Partial<Dials> & { size: number }>> = {
  hall: { ...{ size: 300, country: 'UA', when: 'evening', network: 'one_address' }, ballot: favours(3, 0.35, 0.1) },
  carrier: { size: 2000, country: 'UA', network: 'carrier' },
  channel: { size: 800, when: 'wave', ballot: favours(1, 0.8, 0.45) },
  channel_lifts_all: { size: 800, when: 'wave' },
  office: {
    ...{ size: 200, country: 'UA', when: 'office', network: 'office', numbers: 'corporate', mailboxes: 'company' },
    ballot: favours('company', 0.85, 0.4),
  },
  fans: { size: 300, ballot: favours(1, 0.65, 1) },
  few_prefixes: { size: 500, country: 'MT', ballot: favours(2, 0.3, 0.1) },
  dormitory: { size: 150, country: 'UA', when: 'evenings', network: 'campus', ballot: favours(1, 0.4, 0.2) },
  call_centre: {
    ...{ size: 60, country: 'UA', when: 'office', network: 'office', browsers: 'one' },
    ballot: favours(1, 0.5, 0.2),
  },
};
export const crowdNames = Object.keys(CROWDS);

/** An honest crowd by its name, with dials turned otherwise if wanted. */
export const crowd = (name: string, other: Partial<Group> = {}): Group => {
  const dials = CROWDS[name];
  if (!dials) throw new Error(`no crowd ${name}`);
  return { ...honest, ...dials, name, kind: 'crowd', ...other };
};

/** The plan of a farm: its dials, and what tables count by. */
export interface FarmPlan extends Group {
  /** How many of its people vote elsewhere like others, in percent. */
  readonly camouflage: 0 | 50 | 100;
  /** For how many categories it was bought. */
  readonly bought: number;
}

/** What can be chosen for a farm besides the dials. */
export type FarmChoice = Partial<Omit<FarmPlan, 'kind' | 'ballot'>>;

/**
 * A farm of which nothing shows but for whom it votes: fresh numbers scattered over countries, homes' addresses, browsers of its
 * own for each, natural names, aged accounts, dripped by hand, all voting elsewhere, too. Turn the dials that it should show.
 */
export const farm = (choice: FarmChoice = {}): FarmPlan => {
  const { camouflage = 100, bought = 1 } = choice;
  const ballot = favours(bought, 0.98, 1 - camouflage / 100);
  const quiet = { ...honest, when: 'drip', network: 'residential', social: 'aged', size: 50, name: 'f1' } as const;
  return { ...quiet, ...choice, kind: 'farm', camouflage, bought, ballot };
};

export const TRAINING = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const TEST = [101, 102, 103, 104, 105, 106, 107, 108] as const;
const SIZES = [20, 50, 100, 500] as const;

/** Turns the other dials by chance. */
const turned = (random: Random): FarmChoice => ({
  network: random.pick(['servers', 'servers', 'many_servers', 'residential', 'residential']),
  browsers: random.pick(['one', 'few', 'own']),
  mailboxes: random.pick(['template', 'numbered', 'own']),
  names: random.pick(['template', 'numbered', 'own', 'own']),
  steps: random.pick(['script', 'routine', 'routine', 'varied']),
  social: random.pick(['young', 'young', 'aged']),
  zone: random.pick(['worker', 'fits', 'fits']),
  bought: random.pick([1, 1, 6]),
});

/**
 * The farms of eight nights. Each size, dripped or not, each camouflage, in a row or scattered: every such cell twice, three
 * farms of each size a night. Half of the rows are several short runs, and half of the bursts began early and slept. Besides,
 * each night has one farm with nothing to see, `ghost`.
 */
function grid(seeds: readonly number[]): Map<number, FarmPlan[]> {
  const random = randomOf(`plans ${seeds.join(' ')}`);
  const nights = seeds.map((_, index) => [
    farm({ name: 'ghost', size: SIZES[index % 4] ?? 50, when: index < 4 ? 'drip' : 'burst' }),
  ]);
  for (const size of SIZES) {
    const cells = ([0, 50, 100] as const).flatMap((camouflage) =>
      (['row', 'runs', 'scattered', 'scattered'] as const).flatMap((numbers, index) =>
        ([index % 2 ? 'sleeper' : 'burst', 'drip'] as const).map((when) => ({ size, camouflage, numbers, when })),
      ),
    );
    for (const [index, cell] of random.shuffle(cells).entries()) {
      const plans = nights[index % nights.length];
      plans?.push(farm({ ...turned(random), ...cell, name: `f${plans.length}` }));
    }
  }
  return new Map(seeds.map((seed, index) => [seed, nights[index] ?? []]));
}

const planned = new Map([...grid(TRAINING), ...grid(TEST)]);

/** The farms of a training or test seed. */
export const farmsOf = (seed: number): readonly FarmPlan[] => {
  const plans = planned.get(seed);
  if (!plans) throw new Error(`${seed} is neither a training seed nor a test seed`);
  return plans;
};

/** The plan of a farm by the name that it has in the truth. */
export const planOf = (seed: number, name: string): FarmPlan => {
  const plan = farmsOf(seed).find((candidate) => candidate.name === name);
  if (!plan) throw new Error(`night ${seed} has no farm ${name}`);
  return plan;
};

/** All crowds, each from 0.6 to 1.5 times its usual size. */
export const crowdsOf = (seed: number): Group[] => {
  const random = randomOf(`crowds ${seed}`);
  return crowdNames.map((name) => {
    const { size } = crowd(name);
    return crowd(name, { size: Math.round(size * (0.6 + random.next() * 0.9)) });
  });
};
