import { rowsOf } from './numbers.policy.ts';
import { type CastVote, TRAITS, type Trait, type VoterFacts } from './voters.policy.ts';

const MINUTE_MS = 60_000;
/** How finely intervals are compared: steps of a quarter on the logarithmic scale. */
const STEP = 0.25;
const WINDOW_MS = 10 * MINUTE_MS;

/** The interval between two moments in steps of a quarter; null if one is unknown. */
const interval = (from: number | null, to: number | null | undefined): number | null =>
  from === null || to === null || to === undefined || to < from
    ? null
    : Math.round(Math.log(1 + (to - from) / 1_000) / STEP);

/** The moment of the step before, of those that were taken. */
const before = (facts: VoterFacts, step: number): number => {
  const at = facts.steps[step] ?? Number.POSITIVE_INFINITY;
  return Math.max(facts.registeredAt, ...facts.steps.filter((each) => each !== null && each < at).map(Number));
};

/** A shape with digits. Without any, it says nothing: the mailboxes of a company have one shape, too. */
const template = (shape: string | null): string | null => (shape?.includes('9') ? shape : null);

/** The time zone, and the first digits of the number. */
const placeOf = ({ timeZone, number }: VoterFacts): string | null =>
  timeZone === null || number === null ? null : `${timeZone} ${number.slice(0, 3)}`;

/** A time zone does not fit a calling code if fewer than this share of the voters with that code have it. */
const FOREIGN = 0.05;

/** Tells whose time zone does not fit their number. */
const foreignIn = (facts: readonly VoterFacts[]): ((one: VoterFacts) => boolean) => {
  const count = (key: (each: VoterFacts) => string | null): Map<string | null, number> =>
    new Map([...Map.groupBy(facts, key)].map(([value, list]) => [value, list.length]));
  const codeOf = ({ number }: VoterFacts): string | null => number?.slice(0, 3) ?? null;
  const [places, codes] = [count(placeOf), count(codeOf)];
  return (one) => (places.get(placeOf(one)) ?? 0) < FOREIGN * (codes.get(codeOf(one)) ?? 0);
};

/** The ballot of somebody who voted in one category only. */
export const ONE = 'one';

const VOTE_TRAITS = ['voted', 'voteNetwork', 'silence'] as const;
type VoteTrait = (typeof VOTE_TRAITS)[number];
const isOfVote = (trait: Trait): trait is VoteTrait => VOTE_TRAITS.some((each) => each === trait);

type Value = string | number | null;
type OwnValues = Record<Exclude<Trait, VoteTrait>, Value>;

/** The values of a voter that are the same in each category. */
const ownValues = (
  facts: VoterFacts,
  rows: ReadonlyMap<string, string>,
  foreign: (facts: VoterFacts) => boolean,
  ballot: string,
): OwnValues => {
  const step = (index: number): Value => interval(before(facts, index), facts.steps[index]);
  const row = facts.number === null ? undefined : rows.get(facts.number);
  return {
    run: row ?? null,
    inRow: facts.number === null ? null : row === undefined ? 'no' : 'yes',
    prefix: facts.number?.slice(0, -5) ?? null,
    mailboxShape: template(facts.mailboxShape),
    mailboxStem: facts.mailboxStem,
    mailDomain: facts.mailDomain,
    nameShape: template(facts.nameShape),
    nameStart: facts.nameStart,
    nameEnd: facts.nameEnd,
    emailStep: step(0),
    factorStep: step(1),
    phoneStep: step(2),
    socialStep: step(3),
    network: facts.network,
    agent: facts.agent,
    zone: foreign(facts) ? placeOf(facts) : null,
    telegramAge: facts.telegramAge,
    followers: facts.followers,
    carrier: facts.carrier,
    registered: Math.floor(facts.registeredAt / WINDOW_MS),
    ballot,
  };
};

/** The values of a trait as numbers: 0 is unknown, 1 is any value that fewer than `SMALLEST` have. */
export type Column = {
  codes: Int32Array;
  texts: readonly string[];
  /** How many voters of the edition have each value. For a trait of votes: how many of the category. */
  everywhere: Float64Array;
};
export const [UNKNOWN, RARE] = [0, 1];

/** The votes of a category, with a column for each of `TRAITS`. */
export type Category = { people: Int32Array; nominees: Int32Array; columns: Column[] };

/** Smaller groups are not shown: they could tell how a person voted (specification, small groups). */
export const SMALLEST = 5;

const codeColumn = (values: readonly Value[]): Column => {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const texts = ['', ''];
  const numbers = new Map<Value, number>([[null, UNKNOWN]]);
  for (const [text, count] of counts) {
    if (text !== null && count >= SMALLEST) numbers.set(text, texts.push(String(text)) - 1);
  }
  const codes = Int32Array.from(values, (value) => numbers.get(value) ?? RARE);
  return { codes, texts, everywhere: tally(codes, texts.length) };
};

/** How often each value occurs. */
export const tally = (codes: Int32Array, size: number): Float64Array => {
  const counts = new Float64Array(size);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

/** The categories, one after the other. Votes of voters who are not listed are left out. */
export const categoriesOf = function* (facts: readonly VoterFacts[], votes: readonly CastVote[]): Generator<Category> {
  const places = new Map(facts.map(({ voter }, place) => [voter, place]));
  const rows = rowsOf([...new Set(facts.flatMap(({ number }) => number ?? []))]);
  const foreign = foreignIn(facts);
  const byCategory = new Map<number, { cast: CastVote[]; people: number[] }>();
  const ballots: number[][] = facts.map(() => []);
  for (const vote of votes) {
    const place = places.get(vote.voter);
    if (place === undefined) continue;
    ballots[place]?.push(vote.nominee);
    const category = byCategory.get(vote.category) ?? { cast: [], people: [] };
    byCategory.set(vote.category, category);
    category.cast.push(vote);
    category.people.push(place);
  }
  const ownOf = facts.map((each, place) => {
    const ballot = ballots[place] ?? [];
    return ownValues(each, rows, foreign, ballot.length === 1 ? ONE : ballot.sort((a, b) => a - b).join(' '));
  });
  const own = TRAITS.map(({ name }) => (isOfVote(name) ? undefined : codeColumn(ownOf.map((values) => values[name]))));
  const ready = facts.map(({ registeredAt, steps }) => Math.max(registeredAt, ...steps.filter((at) => at !== null)));
  const ofVote: Readonly<Record<VoteTrait, (vote: CastVote, place: number) => Value>> = {
    voted: ({ at }) => Math.floor(at / WINDOW_MS),
    voteNetwork: ({ network }) => network,
    silence: ({ at }, place) => interval(ready[place] ?? null, at),
  };
  for (const { cast, people } of byCategory.values()) {
    const columns = TRAITS.map(({ name }, trait): Column => {
      if (isOfVote(name)) return codeColumn(cast.map((vote, index) => ofVote[name](vote, people[index] ?? 0)));
      const { codes, ...rest } = own[trait] ?? codeColumn([]);
      return { codes: Int32Array.from(people, (place) => codes[place] ?? UNKNOWN), ...rest };
    });
    yield { people: Int32Array.from(people), nominees: Int32Array.from(cast, ({ nominee }) => nominee), columns };
  }
};

const secondsOf = (text: string): string => String(Math.round(Math.exp(Number(text) * STEP)) - 1);
const timeOf = (text: string): string => new Date(Number(text) * WINDOW_MS).toISOString();
const nothing = (): string => '';

/** How a value is said: seconds, times, and nothing where the value itself says nothing. */
const SAID: Readonly<Partial<Record<Trait, (text: string) => string>>> = {
  emailStep: secondsOf,
  factorStep: secondsOf,
  phoneStep: secondsOf,
  socialStep: secondsOf,
  silence: secondsOf,
  registered: timeOf,
  voted: timeOf,
  inRow: nothing,
  mailboxStem: nothing,
  nameStart: nothing,
  nameEnd: nothing,
  ballot: (text) => (text === ONE ? ONE : ''),
};

export const saidOf = (trait: Trait, text: string): string => SAID[trait]?.(text) ?? text;
