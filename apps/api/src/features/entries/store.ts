import type { Entry } from '@laurel/contracts/calls/entries';
import type { Db } from '@laurel/database/client';
import type { SessionUserId } from '../../http/gate.ts';
import { keyOf, placeOf } from './likeness.policy.ts';

/** What the database says of an entry: see put_entry(). */
export type Outcome = 'A' | 'E' | 'N' | 'C' | 'S' | 'P' | 'O' | 'B';

/** The rules under which an entry is stored: the most in a category, whether only voters enter, and the end in the edition's files. */
export type Rules = { entries: number; proof: 'email' | 'voter'; closesAt: Date };

/** Stores an entry, or with `changes` another text of the one that has its id. */
export const putEntry = async (
  db: Db,
  userId: SessionUserId,
  { id, nomination, niche, name, link, why }: Entry,
  { changes, rules, now }: { changes: boolean; rules: Rules; now: Date },
): Promise<Outcome | undefined> => {
  const [row] = await db.$queryRaw<{ outcome: Outcome }[]>`
    SELECT put_entry(${id}::uuid, ${userId}::uuid, ${nomination}, ${niche}, ${name}, ${link}, ${why}, ${keyOf(name)}, ${placeOf(link)},
                     ${changes}, ${rules.entries}::int4, ${rules.proof === 'voter'}, ${rules.closesAt}, ${now}) AS outcome`;
  return row?.outcome;
};

export const withdrawEntry = async (
  db: Db,
  userId: SessionUserId,
  id: string,
  { closesAt, now }: { closesAt: Date; now: Date },
): Promise<Outcome | undefined> => {
  const [row] = await db.$queryRaw<{ outcome: Outcome }[]>`
    SELECT withdraw_entry(${id}::uuid, ${userId}::uuid, ${closesAt}, ${now}) AS outcome`;
  return row?.outcome;
};

/** A person's entries in the current edition, in the order in which they were entered. */
export const entriesOf = (db: Db, userId: SessionUserId): Promise<Entry[]> => db.$queryRaw<Entry[]>`
  SELECT e.id::text, c.nomination, c.niche, e.name, e.link, e.why
    FROM entries e JOIN categories c ON c.id = e.category_id
   WHERE e.account_id = ${userId}::uuid ORDER BY e.entered_at, e.id`;
