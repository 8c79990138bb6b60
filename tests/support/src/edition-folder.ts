import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEditionWithFiles } from '@laurel/catalog/load-edition';
import { packZip } from '@laurel/catalog/zip';

/** The folder of the demo edition. */
export const demoDir = demoEditionDir;

/** Changes of files by their names; undefined leaves a file out. */
export type FolderChange = Readonly<Record<string, (text: string) => string | undefined>>;

/** Applies changes to files. */
export const changedFolder = (files: ReadonlyMap<string, Buffer>, change: FolderChange): Map<string, Buffer> => {
  const changed = new Map(files);
  for (const [file, edit] of Object.entries(change)) {
    const text = edit(files.get(file)?.toString() ?? '');
    if (text === undefined) changed.delete(file);
    else changed.set(file, Buffer.from(text));
  }
  return changed;
};

/** The files of the demo edition, changed. */
export const demoFolder = async (change: FolderChange): Promise<Map<string, Buffer>> =>
  changedFolder((await loadEditionWithFiles(demoEditionDir)).files, change);

/** A folder as the zip that an organiser uploads. */
export const packed = (files: ReadonlyMap<string, Buffer>): Promise<Buffer> => packZip(files);
