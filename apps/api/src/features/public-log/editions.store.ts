import type { Edition } from '@laurel/catalog/edition';
import { loadPublishedEdition } from '@laurel/catalog/load-edition';
import { EditionError } from '@laurel/catalog/problem';
import { editionContent } from '@laurel/catalog/public-edition';
import { canonicalJson } from '@laurel/contracts/public-log/canonical-json';
import { readVersion } from '@laurel/database/editions';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import type { Logger } from 'pino';
import { editionsAfter } from './store.ts';

/** An edition's canonical JSON. Earlier releases published lone surrogates, which canonical JSON can't have: they are replaced. */
const jsonOf = (edition: Edition): string => {
  const content = JSON.stringify(editionContent(edition), (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return canonicalJson(JSON.parse(content));
};

/** The year of the edition whose log the database speaks of. */
export const readYear = async (db: Queryable): Promise<number | undefined> =>
  (await db.query<{ year: number }>('SELECT edition_year() AS year')).rows[0]?.year;

/** Reads the editions after a number, for their leaves. An old one that this release no longer accepts is left out. */
export const createEditions =
  ({ pool, logger }: { pool: pg.Pool; logger: Logger }) =>
  async (last: number): Promise<{ number: number; json: string }[]> => {
    const editions: { number: number; json: string }[] = [];
    for (const number of await editionsAfter(pool, last)) {
      const stored = await readVersion(pool, number);
      if (!stored) continue;
      try {
        editions.push({ number, json: jsonOf(await loadPublishedEdition(stored.files)) });
      } catch (error) {
        if (!(error instanceof EditionError)) throw error;
        logger.warn({ edition: number }, 'an edition that can no longer be read is not in the public log');
      }
    }
    return editions;
  };
