import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadEditionWithFiles } from '@laurel/catalog/load-edition';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, expect } from 'vitest';
import { useConsoleDesk } from './console-desk.ts';
import { changedFolder, type FolderChange, packed } from './edition-folder.ts';
import { importTestEdition } from './harness.ts';
import { useEditionFolder } from './hooks.ts';

export const REASON = 'the jury asked';

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer, as LightMyRequestResponse.json() gives it
type Json = any;

/** Gives the demo edition another English name. */
export const named = (name: string): FolderChange => ({
  'edition.yaml': (text) => text.replace(/( {2}name:\n {4}en: ).*/, `$1${name}`),
});

/** The nominations of the demo edition that these tests use. The others would be read again with each file. */
const USED = ['best-partner.yaml', 'donat.yaml'];

/** An API with a console and two organisers. Each test starts with two nominations of the demo edition. */
export const useEditionDesk = (env: Record<string, string> = {}) => {
  const folder = useEditionFolder();
  const desk = Object.assign(useConsoleDesk(env), { demo: new Map<string, Buffer>() as ReadonlyMap<string, Buffer> });
  beforeAll(async () => {
    const nominations = join(folder.path, 'nominations');
    for (const file of readdirSync(nominations).filter((name) => !USED.includes(name))) rmSync(join(nominations, file));
    desk.demo = (await loadEditionWithFiles(folder.path)).files;
  });
  beforeEach(async () => {
    await importTestEdition(desk.owner, folder.path);
    await desk.api.deps.served.refresh();
  });

  const send = (content: Buffer | string, type: string, person = desk.olena): Promise<LightMyRequestResponse> =>
    person.post('/edition/drafts', Buffer.from(content), { headers: { 'content-type': type } });
  const drafted = (answer: LightMyRequestResponse): Json => {
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data;
  };
  return Object.assign(desk, {
    send,
    /** The files of the demo edition, changed; undefined leaves a file out. */
    changed: (change: FolderChange): Map<string, Buffer> => changedFolder(desk.demo, change),
    /** Uploads a folder, and returns its draft. */
    upload: async (files: ReadonlyMap<string, Buffer>, person = desk.olena): Promise<Json> =>
      drafted(await send(await packed(files), 'application/zip', person)),
    /** Uploads nominees, and returns their draft. */
    table: async (csv: string): Promise<Json> => drafted(await send(csv, 'text/csv; charset=utf-8')),
    publish: (
      { id, difference }: { id: number; difference: { live: number } },
      more: object = {},
      person = desk.olena,
    ): Promise<LightMyRequestResponse> =>
      person.post(`/edition/drafts/${id}/publish`, {
        reason: REASON,
        withdraw: false,
        expected: difference.live,
        ...more,
      }),
    /** Brings a draft up to date that another one has overtaken, with its own value in each conflict. */
    merge: async ({ id, older, difference }: Json): Promise<Json> => {
      const draft = older.conflicts.map(({ field }: { field: string }) => field);
      const answer = await desk.olena.post(`/edition/drafts/${id}/merge`, { draft, expected: difference.live });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    },
    live: async (): Promise<Json> => (await desk.olena.get('/edition/live')).json(),
    /** The name that visitors see. */
    publicName: async (): Promise<string> => (await desk.api.get('/edition')).json().data.texts.name.en,
    /** The rows that an upload or a publication may change. */
    stored: async (): Promise<unknown[]> => {
      const rows: unknown[] = [];
      for (const each of ['editions', 'nominees', 'categories', 'phase_times']) {
        rows.push((await desk.owner.query(`SELECT t::text FROM ${each} t ORDER BY 1`)).rows);
      }
      return rows;
    },
  });
};
