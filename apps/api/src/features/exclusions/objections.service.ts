import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { hasObjection, readObjections, type StoredObjection, storeAnswer } from './objections.store.ts';

type Deps = { db: Queryable; now(): Date; maskEmail(email: string): string };

export type Objections = {
  /** The objections to an exclusion, the oldest first, with masked addresses. */
  list(
    exclusion: number,
    page: { after?: number | undefined; limit: number },
  ): Promise<{ objections: StoredObjection[]; next: number | null }>;
  /**
   * Answers an objection. The answer is mailed.
   * @throws AppError console.not_found; console.changed if it was answered before
   */
  answer(id: number, answer: string, organiser: Organiser): Promise<void>;
};

/** Creates the service with which organisers read and answer the objections to exclusions. */
export const createObjections = ({ db, now, maskEmail }: Deps): Objections => ({
  list: async (exclusion, { after = 0, limit }) => {
    const rows = await readObjections(db, { exclusion, after, limit });
    return {
      objections: rows.map((each) => ({ ...each, email: maskEmail(each.email) })),
      next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    };
  },
  answer: async (id, answer, organiser) => {
    if (await storeAnswer(db, { id, answer, organiser, now: now() })) return;
    throw new AppError((await hasObjection(db, id)) ? 'console.changed' : 'console.not_found');
  },
});
