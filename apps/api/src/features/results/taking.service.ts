import type { Edition } from '@laurel/catalog/edition';
import { packZip } from '@laurel/catalog/zip';
import type { Results, ResultsSheet } from '@laurel/contracts/console/calls/results';
import type { Season } from '@laurel/contracts/console/calls/season';
import type { Role } from '@laurel/contracts/console/permissions';
import { whenToTake } from '@laurel/contracts/console/taking-results';
import type { Language } from '@laurel/contracts/languages';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import { AppError } from '../../app-error.ts';
import { winnersLogos } from './logos.policy.ts';
import type { createSeason } from './season.service.ts';
import type { ResultsService } from './service.ts';
import { askForReport, recordResultsExport } from './store.ts';
import { csvOf, tableOf } from './table.policy.ts';
import { workbookOf } from './workbook.policy.ts';

type Deps = {
  db: Queryable;
  results: ResultsService;
  season: ReturnType<typeof createSeason>;
  edition(): Edition;
  now(): Date;
};
type Person = { actor: string; role: Role };
type File = { name: string; content: Buffer };

/** The result to take away: the same counts as on the screen, once the role may have them. Each file is recorded. */
export const createTaking = ({ db, results, season, edition, now }: Deps) => {
  const resultFor = async ({ role }: Pick<Person, 'role'>): Promise<Results> => {
    const result = await results.read(true);
    const taking = whenToTake(role, result);
    if (taking !== 'now') throw new AppError(result.embargo ? 'console.embargo' : 'console.no_result');
    return result;
  };
  /** Makes a file, and records it before it is sent. */
  const take = async (person: Person, name: string, make: (result: Results) => Promise<Buffer>): Promise<File> => {
    const content = await make(await resultFor(person));
    await recordResultsExport(db, { actor: person.actor, file: name }, now());
    return { name, content };
  };
  const year = () => edition().year;
  return {
    sheet: async (person: Pick<Person, 'role'>): Promise<ResultsSheet> => {
      const at = now().toISOString();
      return { ...(await resultFor(person)), at };
    },
    season: async (person: Pick<Person, 'role'>): Promise<Season> => season(await resultFor(person)),
    /** Asks for a new version of the public report; the first is made by itself. */
    askForReport: async (organiser: Organiser): Promise<{ version: number }> => {
      const version = await askForReport(db, organiser, now());
      if (version === null) throw new AppError('console.no_result');
      return { version };
    },
    csv: (person: Person, language: Language): Promise<File> =>
      take(person, `results-${year()}.csv`, async ({ categories }) =>
        Buffer.from(csvOf(tableOf(categories, language))),
      ),
    xlsx: (person: Person, language: Language): Promise<File> =>
      take(person, `results-${year()}.xlsx`, ({ categories }) => workbookOf(tableOf(categories, language))),
    logos: (person: Person): Promise<File> =>
      take(person, `winners-logos-${year()}.zip`, ({ categories }) => packZip(winnersLogos(edition(), categories))),
  };
};
export type Taking = ReturnType<typeof createTaking>;
