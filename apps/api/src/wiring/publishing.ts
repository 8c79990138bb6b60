import type { Db } from '@laurel/database/client';
import { readEdition, readVersion } from '@laurel/database/editions';
import type pg from 'pg';
import type { DraftReader, EditionReader } from '../adapters/edition-reader/port.ts';
import type { Deps } from '../deps.ts';
import { siteFiles } from '../features/archive/site.policy.ts';
import { readArchivedBodies } from '../features/archive/store.ts';
import { createEditor } from '../features/edition/editor.service.ts';
import { createPublishing } from '../features/edition/publishing.service.ts';
import { effectiveTimes } from '../features/phases/policy.ts';
import { readMoved } from '../features/phases/store.ts';
import { createYears } from '../features/years/service.ts';
import { wireMoves } from './moves.ts';

type Options = {
  deps: Deps;
  /** The connections of the console's role. */
  db: Db;
  pool: pg.Pool;
  reader: EditionReader & DraftReader;
};

/** Wires the console's screens of the edition and of the phases. */
export const wirePublishing = ({ deps, db, pool, reader }: Options) => {
  const { clock, currentEdition, phases, served } = deps;
  const publishing = createPublishing({
    pool,
    reader,
    readEdition: () => readEdition(pool),
    readVersion: (id) => readVersion(pool, id),
    timesWith: async (files, db) => effectiveTimes(files, await readMoved(db)),
    now: () => clock.now(),
    earlier: phases.earlier,
    later: phases.later,
    // The edition is published even if this process can't read it yet: the process tries again every second.
    published: () => served.refresh().catch(() => undefined),
  });
  const editor = createEditor({ pool, reader, now: () => clock.now() });
  return {
    publishing,
    editor,
    draftWith: async (place: string, texts: Readonly<Record<string, string>>, name: string, actor: string) => {
      await served.refresh();
      const { id } = await publishing.copyVersion(served.current().id, actor);
      const to = { kind: 'set' as const, before: null };
      const edits = Object.entries(texts).map(([field, after]) => ({ ...to, field: `${place}.${field}`, after }));
      const { conflicts } = await editor.edit(id, edits, { actor, field: null });
      // The conflicts say what the files have.
      const valueAt = (index: number) => conflicts.find(({ edit }) => edit === index)?.current ?? null;
      const made = edits.map((edit, index) => ({ ...edit, before: valueAt(index) }));
      await editor.edit(id, made, { actor, field: null });
      await editor.name(id, name.slice(0, 80), actor);
      return id;
    },
    years: createYears({
      pool,
      now: () => clock.now(),
      publishTotals: () => deps.statistics.current(),
      siteFiles: async (year) => siteFiles(await readArchivedBodies(deps.pool, year)),
      keepDraft: publishing.keepFiles,
    }),
    servedEdition: async () => {
      await served.refresh();
      return served.current();
    },
    moves: wireMoves({ db, pool, clock, served, phases }),
    phases,
    files: () => currentEdition().phases,
    approvals: () => currentEdition().approvals,
  };
};
