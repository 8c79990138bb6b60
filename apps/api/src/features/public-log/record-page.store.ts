import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of the built web app that the page about the public record uses. */
export type RecordFiles = {
  /** The URL path of its script; undefined if it was not built. */
  script: string | undefined;
  /** The verifiers that people download, by their names. */
  verifiers: ReadonlyMap<string, Buffer>;
};

const VERIFIERS = ['verify.html', 'verify.py'] as const;

/**
 * Reads the page's files.
 * @param assetsDir the folder of the hashed files of the built web app; undefined without one
 */
export const readRecordFiles = async (assetsDir: string | undefined): Promise<RecordFiles> => {
  if (assetsDir === undefined) return { script: undefined, verifiers: new Map() };
  const script = (await readdir(assetsDir)).find((name) => /^record-page-[\w-]+\.js$/.test(name));
  const folder = join(assetsDir, '..', 'verifiers');
  const verifiers = await Promise.all(
    VERIFIERS.map(async (name) => [name, await readFile(join(folder, name)).catch(() => undefined)] as const),
  );
  return {
    script: script === undefined ? undefined : `/assets/${script}`,
    verifiers: new Map(verifiers.flatMap(([name, bytes]) => (bytes === undefined ? [] : [[name, bytes] as const]))),
  };
};
