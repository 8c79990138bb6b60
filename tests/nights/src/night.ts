import { type Choice, choicesOf, targetsOf, tastesOf } from './ballots.ts';
import type { Group } from './dials.ts';
import type { Line, Night, Truth } from './format.ts';
import { type Maker, makerOf } from './maker.ts';
import { categories } from './nominees.ts';
import { anywhere, countryIn } from './places.ts';
import { people as ordinary } from './plans.ts';
import { type Random, randomOf } from './random.ts';
import { CLOSES, type Coming, comings, later, someTime } from './season.ts';

/** Who takes part in a night. */
export interface NightPlan {
  readonly seed: number | string;
  /** Honest people who look like nothing else. */
  readonly people: number;
  readonly crowds?: readonly Group[];
  readonly farms?: readonly Group[];
  /** What each of the honest people chooses, in the order of voting. Without it, by taste. */
  readonly choices?: readonly (readonly Choice[])[];
}

/** Steps of the sign-up and the vote, the seconds that half of the people need for each, and how many honest people give up. */
const STEPS = [
  { kind: 'email', seconds: 60, giveUp: 0.05 },
  { kind: 'two_factor', seconds: 80, giveUp: 0.12 },
  { kind: 'phone', seconds: 65, giveUp: 0.06 },
  { kind: 'social', seconds: 55, giveUp: 0.06 },
] as const;
const BEFORE_VOTE = 45;
const BETWEEN_VOTES = 22;
/** How many honest people finish the sign-up on another day, and how many come back to vote for the rest. */
const LATER = 0.06;
const TWICE = 0.15;

/** Draws until nobody in the night has the same. */
const unlike = <Value>(taken: Set<string>, make: () => Value, key: (value: Value) => string): Value => {
  for (;;) {
    const value = make();
    const own = key(value);
    if (taken.has(own)) continue;
    if (own !== '') taken.add(own);
    return value;
  }
};

/** The lines of one person, whose account has no name yet. */
function linesOf(
  random: Random,
  group: Group,
  maker: Maker,
  taken: Set<string>,
  coming: Coming,
  choices: readonly Choice[],
): Line[] {
  const honest = group.kind !== 'farm';
  const country = maker.country();
  const timeZone = maker.zone(country);
  const here = countryIn(timeZone, country);
  const language = random.chance(country.uk) ? ('uk' as const) : ('en' as const);
  let from = { address: maker.address(here), agent: maker.agent(), timeZone };
  // Who comes by himself comes when it is day where he is.
  let time = group.when === 'season' ? someTime(random, here.offset) : coming.at;
  const elsewhere = (): void => {
    // Nobody comes back to a hall.
    const address = group.network === 'one_address' ? anywhere(random, here) : maker.address(here);
    from = { ...from, address, agent: honest && random.chance(0.25) ? maker.agent() : from.agent };
  };
  const comeBack = (): void => {
    time = later(random, here.offset, time);
    elsewhere();
  };
  const lines: Line[] = [];
  const add = <Rest extends object>(rest: Rest): Rest & typeof from & { at: string; account: string } => ({
    ...rest,
    at: new Date(time).toISOString(),
    account: '',
    ...from,
  });
  const named = unlike(
    taken,
    () => maker.named(country, language === 'uk'),
    ({ email }) => email,
  );
  const phone = unlike(taken, () => maker.phone(country), String);
  lines.push(add({ type: 'account' as const, ...named, phone, language }));
  const pausing = honest && random.chance(LATER) ? random.int(1, 3) : -1;
  for (const [step, { kind, seconds, giveUp }] of STEPS.entries()) {
    if (honest && random.chance(giveUp)) return lines;
    time += maker.pause(seconds, step);
    if (step === pausing) comeBack();
    if (kind === 'social') {
      const social = unlike(taken, maker.social, (shown) => ('telegramId' in shown ? `t${shown.telegramId}` : ''));
      lines.push(add({ type: 'proof' as const, ...social }));
    } else lines.push(add({ type: 'proof' as const, kind }));
  }
  if (coming.votesAt !== undefined) {
    time = Math.max(time, coming.votesAt);
    elsewhere();
  }
  time += maker.pause(BEFORE_VOTE, 4);
  const left = honest && choices.length > 1 && random.chance(TWICE) ? random.int(1, choices.length - 1) : -1;
  for (const [index, { category, company }] of choices.entries()) {
    if (index > 0) time += maker.pause(BETWEEN_VOTES, 5);
    if (index === left) comeBack();
    const at = categories[category];
    const tag = at?.companies[company];
    if (at && tag) lines.push(add({ type: 'vote' as const, nomination: at.nomination, niche: at.niche, company: tag }));
  }
  return lines;
}

const byTime = (one?: Line, other?: Line): number => Date.parse(one?.at ?? '') - Date.parse(other?.at ?? '');

/** A night with these people, crowds and farms. The same plan makes the same night. */
export function nightOf(plan: NightPlan): Night {
  const { seed, crowds = [], farms = [] } = plan;
  const tastes = tastesOf(String(seed));
  const taken = new Set<string>();
  const everybody = [{ ...ordinary, size: plan.people }, ...crowds, ...farms].flatMap((group) => {
    const random = randomOf(`${seed} ${group.kind} ${group.name}`);
    const maker = makerOf(random, group);
    const targets = targetsOf(random, group.ballot.targets);
    return comings(random, group.when, group.size).map((coming, index) => {
      const given = group.kind === 'people' ? plan.choices?.[index] : undefined;
      const choices = given ?? choicesOf(random, tastes, targets, group.ballot);
      const lines = linesOf(random, group, maker, taken, coming, choices);
      const closing = new Date(CLOSES).toISOString();
      return { group, lines: lines.filter(({ at }) => at < closing) };
    });
  });
  const came = everybody
    .filter(({ lines }) => lines.length > 0)
    .sort((one, other) => byTime(one.lines[0], other.lines[0]));
  const truth: Truth[] = [];
  const lines = came.flatMap(({ group, lines: own }, index) => {
    const account = `a${index + 1}`;
    if (group.kind === 'farm') truth.push({ account, farm: group.name });
    if (group.kind === 'crowd') truth.push({ account, crowd: group.name });
    return own.map((line): Line => ({ ...line, account }));
  });
  return { lines: lines.sort(byTime), truth };
}
