import { readFileSync } from 'node:fs';
import type { Choice } from './ballots.ts';
import type { Night } from './format.ts';
import { nightOf } from './night.ts';
import { categories } from './nominees.ts';
import { crowdsOf, farmsOf } from './plans.ts';
import { randomOf } from './random.ts';

/** How many accounts of honest people a night has, crowds included. */
const HONEST = 20_000;

/** The night of a training or test seed: 20,000 honest accounts with all crowds, and thirteen farms. */
export const nightOfSeed = (seed: number): Night => {
  const crowds = crowdsOf(seed);
  const people = HONEST - crowds.reduce((sum, { size }) => sum + size, 0);
  return nightOf({ seed, people, crowds, farms: farmsOf(seed) });
};

/** The lecturers whom each student liked, the best first, by their rank: 0 is the one whom most liked. */
const likes = (): number[][] =>
  readFileSync(new URL('../data/lecturers.txt', import.meta.url), 'utf8')
    .split(/[;\n]/)
    .filter((student) => student !== '')
    .map((student) => student.split(' ').map(Number));

/** Lecturers become nominees by rank: the most liked ones the first of each category, the next ones the second, and around. */
const nomineeOf = (rank: number): Choice => {
  const category = rank % categories.length;
  const { companies = [] } = categories[category] ?? {};
  return { category, company: Math.floor(rank / categories.length) % companies.length };
};

/**
 * A night of real choices: students of a university and the lecturers whom they liked (data/README.md). Names, networks and times
 * are made. The farms are those of the seed's night with up to 100 people.
 */
export const realNight = (seed: number): Night => {
  const random = randomOf(`${seed} real`);
  const choices = random.shuffle(likes()).map((ranks) => {
    const chosen = new Map<number, Choice>();
    for (const choice of ranks.map(nomineeOf)) if (!chosen.has(choice.category)) chosen.set(choice.category, choice);
    return random.shuffle([...chosen.values()]);
  });
  const farms = farmsOf(seed).filter(({ size }) => size <= 100);
  return nightOf({ seed: `${seed} real`, people: choices.length, choices, farms });
};
