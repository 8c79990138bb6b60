// A small voting night and its public log, built from what the log's own packages offer and without the server.
import { canonicalJson } from '@laurel/contracts/public-log/canonical-json';
import { encodeLeaf, placesCommitment, voteLeaf } from '@laurel/contracts/public-log/leaves';
import { formatResult, resultCommitment } from '@laurel/contracts/public-log/result';
import { encodeBase64, encodeUtf8 } from '@laurel/tlog/bytes';
import { sha256, signerOf } from '@laurel/tlog/node';
import { COSIGNATURE, formatVerifierKey } from '@laurel/tlog/note';
import type { Signer } from '@laurel/tlog/port';

/** A choice of a voter. The label makes its nonces, so that a night is the same in each run. */
export type Vote = { readonly label: string; readonly category: string; readonly nominee: string };

/** A decision to leave votes out, by their numbers in the plan. */
export type PlannedExclusion = {
  readonly number: number;
  readonly votes: readonly number[];
  /** Taken back after the first result. */
  readonly isUndone?: boolean;
  /** Published without the numbers by category. */
  readonly isHidden?: boolean;
  /** Never written into the log. */
  readonly isLeafless?: boolean;
  /** Written by an earlier release: its leaves do not commit to its votes. */
  readonly isOld?: boolean;
};

/** What happens in a night. */
export type Plan = {
  readonly origin: string;
  readonly votes: readonly Vote[];
  readonly exclusions: readonly PlannedExclusion[];
  /** In the newest result; null if it is of an earlier release, which did not say it. */
  readonly voters: number | null;
  /** The verifier keys of the witnesses that the edition names, and how many of them must cosign. */
  readonly witnesses: readonly string[];
  readonly quorum: number;
  /** Those of the second edition, if they are others. */
  readonly last?: { readonly witnesses: readonly string[]; readonly quorum: number };
  /** The names of nominees by their tags: in the first edition, and in the second. */
  readonly names?: Readonly<Record<string, readonly [string, string]>>;
  /** Changes the result that the organisers commit to. */
  readonly tell?: (text: string) => string;
};

export type Opening = { readonly nominee: string; readonly serverNonce: Uint8Array; readonly browserNonce: Uint8Array };
export type Row = { readonly leaf: Uint8Array; readonly opening?: Opening };

/** The line of a bundle with the places of an exclusion's votes. */
export type Held = { readonly exclusion: number; readonly salt: string; readonly leaves: readonly number[] };

/** A night's log, with everything that its bundle says. */
export type Night = {
  readonly plan: Plan;
  readonly year: number;
  readonly rows: readonly Row[];
  readonly editions: readonly { number: number; json: string }[];
  readonly exclusions: readonly Held[];
  readonly result: { readonly nonce: Uint8Array; readonly text: string };
};

export const ORIGIN = 'awards.example/log/2026';
export const CATEGORIES = ['best-partner/crypto', 'best-partner/games', 'best-tracker/all'] as const;
const TAGS = ['orbit-crew', 'north-star', 'silver-fox'];
/** The nominee that the second edition adds. */
const LATE_TAG = 'late-comer';
const BEFORE_LATE = 30;
/** While people vote, fewer votes than these are not published. */
const PUBLISHED_AT_ONCE = 4;

const octetsOf = (label: string, length: number): Uint8Array => sha256(encodeUtf8(label)).slice(0, length);

/** A key that is the same in each run. The label tells keys of one name apart. */
export const keyOf = (name: string, label = name): Promise<Signer> => signerOf(octetsOf(`key ${label}`, 32), name);
export const witnessOf = (name: string, label = name): Promise<Signer> =>
  signerOf(octetsOf(`witness ${label}`, 32), name, COSIGNATURE);

const pick = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
};

/** The witnesses of a night; two of them must cosign. */
export const WITNESSES = ['one.example', 'two.example', 'three.example'] as const;
export const QUORUM = 2;
const KEYS = (await Promise.all(WITNESSES.map((name) => witnessOf(name)))).map(({ key }) => formatVerifierKey(key));

/** The plan of a night without any fault: 60 votes of 20 people, a decision in force, and one that was taken back. */
export const goodPlan = (): Plan => ({
  origin: ORIGIN,
  voters: 20,
  witnesses: KEYS,
  quorum: QUORUM,
  votes: Array.from({ length: 60 }, (_, at) => ({
    label: `voter ${Math.floor(at / 3)}, category ${at % 3}`,
    category: pick(CATEGORIES, at),
    nominee: at === 47 ? LATE_TAG : pick(TAGS, at * 7 + Math.floor(at / 5)),
  })),
  exclusions: [
    { number: 1, votes: [4, 8, 9] },
    { number: 2, votes: [9, 21], isUndone: true, isHidden: true },
  ],
});

/** The place of a vote in the log: the second edition stands among the votes. */
export const placeOf = (vote: number): number => vote + (vote < BEFORE_LATE ? 2 : 3);

export const openingOf = ({ label, nominee }: Vote): Opening => ({
  nominee,
  serverNonce: octetsOf(`server ${label}`, 16),
  browserNonce: octetsOf(`browser ${label}`, 16),
});

export const rowOf = (vote: Vote, year = 2026): Row => {
  const opening = openingOf(vote);
  return { leaf: voteLeaf(sha256, year, { ...opening, category: vote.category }), opening };
};

const editionOf = (plan: Plan, year: number, number: number, tags: readonly string[]) => {
  const nominations = ['best-partner', 'best-tracker'].map((tag) => ({
    tag,
    categories: CATEGORIES.filter((category) => category.startsWith(`${tag}/`)).map((category) => ({
      tag: category.slice(tag.length + 1),
      name: { en: 'Category', uk: 'Категорія' },
      companies: tags.map((company) => {
        const name = plan.names?.[company]?.[number - 1];
        return { tag: company, ...(name === undefined ? {} : { name: { en: name, uk: name } }) };
      }),
    })),
  }));
  const { witnesses, quorum } = number === 1 ? plan : (plan.last ?? plan);
  const log = { quorum, witnesses: witnesses.map((key) => ({ key, url: 'https://witness.example/' })) };
  const results = { publishEvery: { votes: PUBLISHED_AT_ONCE } };
  return { number, json: canonicalJson({ year, log, nominations, results }) };
};

const saltOf = (exclusion: number): Uint8Array => octetsOf(`salt of ${exclusion}`, 16);
const placesOf = ({ votes }: PlannedExclusion): number[] => votes.map(placeOf).sort((one, other) => one - other);

const exclusionRow = (year: number, plan: Plan, exclusion: PlannedExclusion, state: 'applied' | 'undone'): Row => {
  const votes = exclusion.votes.map((vote) => pick(plan.votes, vote));
  const categories = CATEGORIES.map((category) => ({
    category,
    votes: votes.filter((vote) => vote.category === category).length,
  })).filter((counted) => counted.votes > 0);
  const published = categories.map(({ category, votes: count }) => ({
    category,
    // Behind the result, nothing is hidden.
    votes: exclusion.isHidden && state === 'applied' ? null : count,
  }));
  const reason = { en: 'One person with many accounts', uk: 'Одна людина з багатьма акаунтами' };
  const { number, isOld = false } = exclusion;
  const places = isOld ? null : placesCommitment(sha256, saltOf(number), placesOf(exclusion));
  return { leaf: encodeLeaf({ type: 'exclusion', year, number, state, categories: published, reason, places }) };
};

const resultOf = (plan: Plan, out: readonly PlannedExclusion[], nonce: Uint8Array) => {
  const left = new Set(out.flatMap((exclusion) => exclusion.votes));
  const lines = CATEGORIES.flatMap((category) =>
    [...TAGS, LATE_TAG].map((nominee) => {
      const numbers = [...plan.votes.keys()].filter((at) => {
        const vote = pick(plan.votes, at);
        return vote.category === category && vote.nominee === nominee;
      });
      return { category, nominee, cast: numbers.length, leftOut: numbers.filter((at) => left.has(at)).length };
    }),
  );
  const text = formatResult(lines);
  return { nonce, text: plan.tell?.(text) ?? text };
};

/** Writes the log of a plan: the edition, the times, votes, a second edition, votes, decisions, results. */
export const makeNight = (plan: Plan): Night => {
  const year = Number(plan.origin.split('/').at(-1));
  // The second edition is of the next year. The log keeps the year in which it began.
  const editions = [editionOf(plan, year, 1, TAGS), editionOf(plan, year + 1, 2, [...TAGS, LATE_TAG])];
  const [first, second] = editions.map(
    ({ number, json }): Row => ({
      leaf: encodeLeaf({ type: 'edition', year, number, hash: sha256(encodeUtf8(json)) }),
    }),
  );
  const phase = encodeLeaf({
    type: 'phase',
    year,
    votingOpensAt: new Date(Date.UTC(year, 10, 1)),
    votingClosesAt: new Date(Date.UTC(year, 10, 30)),
    winnersAnnouncedAt: null,
  });
  const votes = plan.votes.map((vote) => rowOf(vote, year));
  const told = plan.exclusions.filter(({ isLeafless }) => isLeafless !== true);
  const resultRow = ({ nonce, text }: Night['result']): Row => ({
    leaf: encodeLeaf({ type: 'result', year, voters: plan.voters, commitment: resultCommitment(sha256, nonce, text) }),
  });
  const before = resultOf(plan, plan.exclusions, octetsOf('first result', 16));
  const inForce = plan.exclusions.filter(({ isUndone }) => isUndone !== true);
  const result = resultOf(plan, inForce, octetsOf('second result', 16));
  const undone = told.filter(({ isUndone }) => isUndone === true);
  if (!first || !second) throw new Error('a night has two editions');
  return {
    plan,
    year,
    editions,
    rows: [
      first,
      { leaf: phase },
      ...votes.slice(0, BEFORE_LATE),
      second,
      ...votes.slice(BEFORE_LATE),
      ...told.map((exclusion) => exclusionRow(year, plan, exclusion, 'applied')),
      resultRow(before),
      ...undone.map((exclusion) => exclusionRow(year, plan, exclusion, 'undone')),
      resultRow(result),
    ],
    exclusions: plan.exclusions.map((exclusion) => ({
      exclusion: exclusion.number,
      salt: encodeBase64(saltOf(exclusion.number)),
      leaves: placesOf(exclusion),
    })),
    result,
  };
};
