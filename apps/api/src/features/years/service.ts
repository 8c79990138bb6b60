import { nextYear } from '@laurel/catalog/next-year';
import { packZip } from '@laurel/catalog/zip';
import type { NextYearTask } from '@laurel/contracts/console/calls/years';
import type { Organiser } from '@laurel/database/audit';
import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import { createYear, deleteYear, planSwitch, readNewest, readRefusal, readYears } from './store.ts';

type Deps = {
  /** The connections of the console's role. */
  pool: pg.Pool;
  now(): Date;
  /** Publishes the totals that are due: otherwise that happens only when somebody asks for them. */
  publishTotals(): Promise<unknown>;
  /** The files of an archived edition's site; none for another year. */
  siteFiles(year: number): Promise<ReadonlyMap<string, Buffer>>;
  /** Stores files as a draft of their edition. @returns its id */
  keepDraft(files: ReadonlyMap<string, Buffer>, actor: string): Promise<number>;
};

type Listed = {
  editions: Awaited<ReturnType<typeof readYears>>;
  /** Why the current edition can't be archived yet. */
  refused: Awaited<ReturnType<typeof readRefusal>>;
};

export type Years = {
  list(): Promise<Listed>;
  /**
   * Begins the edition of a year with a draft made of the newest version of another year.
   * @throws AppError console.not_found, console.edition_exists
   */
  create(year: number, from: number, organiser: Organiser): Promise<{ draft: number; todo: NextYearTask[] }>;
  /** The site of an archived edition as a zip. @throws AppError console.not_found */
  site(year: number): Promise<Buffer>;
  /** Deletes the edition of a year that is a draft. @throws AppError console.not_found, console.edition_kept */
  remove(year: number, organiser: Organiser): Promise<void>;
  /**
   * Plans the switch to a year at a time, or now (null). A process of the server carries it out.
   * @throws AppError console.not_found, console.edition_unpublished; now also console.edition_open
   */
  plan(year: number, at: Date | null, organiser: Organiser): Promise<void>;
  /** Takes back a planned switch. @throws AppError console.not_found, console.edition_unpublished */
  cancel(year: number, organiser: Organiser): Promise<void>;
};

const REFUSALS = {
  draft: 'console.not_found',
  unpublished: 'console.edition_unpublished',
  kept: 'console.edition_kept',
} as const;

/** The editions of several years: begun, and made the current one. */
export const createYears = ({ pool, now, publishTotals, siteFiles, keepDraft }: Deps): Years => {
  const refusal = async () => {
    await publishTotals();
    return readRefusal(pool, now());
  };
  const plan = async (year: number, at: Date | null, organiser: Organiser): Promise<void> => {
    const refused = await planSwitch(pool, { year, at, organiser, now: now() });
    if (refused) throw new AppError(REFUSALS[refused]);
  };
  return {
    list: async () => ({ editions: await readYears(pool), refused: await refusal() }),
    create: async (year, from, organiser) => {
      const source = await readNewest(pool, from);
      if (!source) throw new AppError('console.not_found');
      if (!(await createYear(pool, year, organiser, now()))) throw new AppError('console.edition_exists');
      const { files, todo } = nextYear(source.files, year, { nominees: true });
      return { draft: await keepDraft(files, organiser.actor), todo: [...todo] };
    },
    site: async (year) => {
      const files = await siteFiles(year);
      if (files.size === 0) throw new AppError('console.not_found');
      return packZip(files);
    },
    remove: async (year, organiser) => {
      const refused = await deleteYear(pool, year, organiser, now());
      if (refused) throw new AppError(REFUSALS[refused]);
    },
    plan: async (year, at, organiser) => {
      if (at !== null) return plan(year, at, organiser);
      const rule = await refusal();
      if (rule) throw new AppError('console.edition_open', { metadata: { rule } });
      return plan(year, now(), organiser);
    },
    cancel: (year, organiser) => plan(year, null, organiser),
  };
};
