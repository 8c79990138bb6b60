import type * as calls from '@laurel/contracts/console/calls/entries';
import type { localized } from '@laurel/contracts/nominee';
import type { Queryable } from '@laurel/database/queryable';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import {
  type Change,
  candidatesIn,
  changeCandidate,
  countCandidates,
  countEntries,
  entriesOfCandidate,
  findCandidate,
  peopleWith,
  readSteps,
  undoStep,
} from './desk.store.ts';
import { likenessTo } from './likeness.policy.ts';
import { spellingsOf } from './spellings.policy.ts';

/** From this likeness on, names may be one. */
const NEAR = 0.35;
const MOST_NEAR = 5;

type Place = { nomination: string; niche: string };
type Deps = {
  db: Queryable;
  /** The categories of the edition with their titles, in its order. */
  categories(): readonly (Place & Record<'award' | 'name', z.output<typeof localized>>)[];
  closesAt(): Date | null;
  now(): Date;
};

/** The organisers' desk: what people put forward, gathered into candidates. */
export const createEntriesDesk = ({ db, categories, closesAt, now }: Deps) => ({
  /** The candidates of a category, by default of the first one with any. */
  read: async (asked: z.output<typeof calls.readEntries.query>): Promise<z.output<typeof calls.readEntries.reply>> => {
    const counted = await countCandidates(db);
    const listed = categories().map((category) => {
      const { nomination, niche } = category;
      const counts = counted.find((each) => each.nomination === nomination && each.niche === niche);
      return { ...category, candidates: counts?.candidates ?? 0, open: counts?.open ?? 0 };
    });
    const chosen =
      listed.find(({ nomination, niche }) => nomination === asked.nomination && niche === asked.niche) ??
      listed.find(({ candidates }) => candidates > 0) ??
      listed[0];
    return {
      closesAt: closesAt()?.toISOString() ?? null,
      ...(await countEntries(db)),
      categories: listed.map((category) => ({ ...category, chosen: category === chosen })),
      candidates: chosen ? await candidatesIn(db, chosen) : [],
      steps: await readSteps(db),
    };
  },

  /** @throws AppError console.not_found */
  candidate: async (id: number): Promise<z.output<typeof calls.readCandidate.reply>> => {
    const found = await findCandidate(db, id);
    if (!found) throw new AppError('console.not_found');
    const alike = likenessTo(found.key);
    const others = (await candidatesIn(db, found))
      .filter((other) => other.id !== id)
      .map((other) => ({ ...other, alike: alike(other.key) }));
    const shared = await peopleWith(
      db,
      id,
      others.map((other) => other.id),
    );
    const near = others
      .map((other) => ({ ...other, sameLink: false, together: other.people, ...shared.get(other.id) }))
      .filter(({ alike: likeness, sameLink }) => likeness >= NEAR || sameLink)
      .sort((one, other) => other.alike - one.alike)
      .slice(0, MOST_NEAR)
      .map(({ alike: likeness, ...other }) => ({ ...other, likeness: Math.round(100 * likeness) }));
    return {
      ...found,
      spellings: spellingsOf(found.name, await entriesOfCandidate(db, id)),
      near,
      steps: await readSteps(db, id),
    };
  },

  /** Carries out a step; returns its id. @throws AppError console.not_found, console.changed */
  change: async (change: Change, actor: string): Promise<{ step: number }> => {
    const step = await changeCandidate(db, change, actor, now());
    if (step === 0) throw new AppError('console.not_found');
    if (step === null) throw new AppError('console.changed');
    return { step };
  },

  /** @throws AppError console.not_found, console.changed */
  undo: async (id: number, by: { actor: string; reason: string | undefined }): Promise<void> => {
    const undone = await undoStep(db, id, by, now());
    if (undone === null) throw new AppError('console.not_found');
    if (!undone) throw new AppError('console.changed');
  },

  /** How many candidates are not decided; undefined if the edition has no nominating. */
  waiting: async (): Promise<number | undefined> =>
    closesAt() === null ? undefined : (await countCandidates(db)).reduce((sum, { open }) => sum + open, 0),
});
export type EntriesDesk = ReturnType<typeof createEntriesDesk>;
