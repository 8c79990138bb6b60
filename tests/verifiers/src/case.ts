// What an auditor has in hand: a bundle, and what people kept.
import { decodeUtf8 } from '@laurel/tlog/bytes';
import { goodPlan, makeNight, type Night, type Plan, type Row } from './night.ts';
import { type Bundle, bundleOf, formatBundle } from './papers.ts';

/** A file beside the bundle. */
export type Paper = {
  readonly name: string;
  readonly kind: 'checkpoint' | 'receipt' | 'promise';
  readonly text: string;
};

/** What is given to a verifier. */
export type Case = {
  readonly bundle: string;
  readonly papers?: readonly Paper[];
  /** The log's key and keys of witnesses that the auditor knows from elsewhere. */
  readonly key?: string;
  readonly witnesses?: readonly string[];
};

/**
 * A fault that somebody planted, and the kinds of findings that it must have, each once or more. What only somebody
 * else's file shows is told beside the verdict, which holds.
 */
export type Fault = {
  readonly name: string;
  readonly finds: readonly string[];
  readonly aside?: readonly string[];
  make(): Promise<Case>;
};

/** The night without a fault. */
export const goodNight = (): Night => makeNight(goodPlan());

/** A night that differs from the good one: somebody with the log's key wrote all of it again. */
export const otherNight = (change: (plan: Plan) => Partial<Plan>): Night => {
  const plan = goodPlan();
  return makeNight({ ...plan, ...change(plan) });
};

/** The bundle of a night whose log was written again with the log's key. */
export const resigned = async (night: Night): Promise<Case> => ({ bundle: formatBundle(await bundleOf(night)) });

/** The night with other leaves, and all else as it was. */
export const withRows = (night: Night, change: (rows: readonly Row[]) => Row[]): Night => ({
  ...night,
  rows: change(night.rows),
});

export const isExclusion = (row: Row, number: number): boolean =>
  decodeUtf8(row.leaf)?.startsWith(`laurel/exclusion/v2\n2026\n${number}\n`) === true;

/** The bundle of the good night, with a change that leaves its checkpoint as it was. */
export const changedBundle = async (
  change: (bundle: Bundle) => Partial<Bundle>,
  night = goodNight(),
): Promise<Case> => {
  const bundle = await bundleOf(night);
  return { bundle: formatBundle({ ...bundle, ...change(bundle) }) };
};

/** The good bundle, with another first line. */
export const changedHeader = (change: (header: Bundle['header']) => Record<string, unknown>): Promise<Case> =>
  changedBundle(({ header }) => ({ header: { ...header, ...change(header) } }));

/** A list with another item at one place. */
export const replaced = <Item>(items: readonly Item[], at: number, change: (item: Item) => Item): Item[] =>
  items.map((item, place) => (place === at ? change(item) : item));

export const without = <Item>(items: readonly Item[], at: number): Item[] => items.filter((_, place) => place !== at);

export const receipt = (name: string, text: string): Paper => ({ name, kind: 'receipt', text });
export const promise = (name: string, text: string): Paper => ({ name, kind: 'promise', text });
export const kept = (name: string, text: string): Paper => ({ name, kind: 'checkpoint', text });
