import { IMAGE_FILE } from './images.ts';

/** New files of an edition, with the place in its folder that each has. */
export interface NewFiles {
  /** Files by their path in the folder. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** A table of nominees. */
  readonly table: Buffer | undefined;
  /** The paths of each file by its name in the upload. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** The names of files that have no place in an edition, and of a second table. */
  readonly others: readonly string[];
}

const IN_FOLDER = /(?:^|\/)((?:logos|pictures|nominations)\/[^/]+)$/;
const TABLE = /\.(csv|tsv)$/i;
const FOLDERS = ['logos', 'pictures', 'nominations'];

/** Where a file belongs: where its path says; else in place of a file of this name; else, as a picture, where it is used. */
const placesOf = (name: string, live: ReadonlyMap<string, Buffer>): string[] => {
  const placed = IN_FOLDER.exec(name)?.[1];
  if (placed !== undefined) return [placed];
  const base = name.slice(name.lastIndexOf('/') + 1);
  const known = FOLDERS.map((folder) => `${folder}/${base}`).filter((path) => live.has(path));
  if (known.length > 0) return known;
  return IMAGE_FILE.test(base) ? [`logos/${base}`, `pictures/${base}`] : [];
};

/**
 * Finds the place of each file of an upload that is no whole folder: pictures, files of nominations, and a table.
 * @param live the files of the edition to which they are added
 */
export const placeNewFiles = (upload: ReadonlyMap<string, Buffer>, live: ReadonlyMap<string, Buffer>): NewFiles => {
  const tables = [...upload].filter(([name]) => TABLE.test(name));
  const found = [...upload]
    .filter(([name]) => !TABLE.test(name))
    .map(([name, content]) => ({ name, content, paths: placesOf(name, live) }));
  const placed = found.filter(({ paths }) => paths.length > 0);
  return {
    files: new Map(placed.flatMap(({ paths, content }) => paths.map((path) => [path, content] as const))),
    table: tables[0]?.[1],
    places: new Map(placed.map(({ name, paths }) => [name, paths])),
    others: [
      ...tables.slice(1).map(([name]) => name),
      ...found.filter(({ paths }) => paths.length === 0).map(({ name }) => name),
    ],
  };
};
