/** A version of an edition. The digest tells apart the versions of several instances. */
export interface FolderVersion {
  readonly id: number;
  readonly digest: string;
}

const FILE = 'edition.yaml';
/** As many characters of a digest as the line has. */
const DIGEST = 16;
const LINE = /^# Laurel: version (\d{1,9}) ([0-9a-f]{16})\b.*(?:\r?\n|$)/m;

const changed = (files: ReadonlyMap<string, Buffer>, change: (text: string) => string): ReadonlyMap<string, Buffer> => {
  const content = files.get(FILE);
  // As latin1 every byte stays as it is, in any encoding.
  return content ? new Map([...files, [FILE, Buffer.from(change(content.toString('latin1')), 'latin1')]]) : files;
};

/**
 * Names the version of a folder in a comment at the end of its edition.yaml, so that the folder says what it was made from
 * when it comes back. There, no line of the file moves.
 */
export const withVersionLine = (
  files: ReadonlyMap<string, Buffer>,
  { id, digest }: FolderVersion,
): ReadonlyMap<string, Buffer> =>
  changed(files, (text) => {
    const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return `${start}# Laurel: version ${id} ${digest.slice(0, DIGEST)}. By this line the console knows what the folder was made from.\n`;
  });

/** The version that a folder names, if it names one, and the folder without the line. */
export const takeVersionLine = (
  files: ReadonlyMap<string, Buffer>,
): { version: FolderVersion | undefined; files: ReadonlyMap<string, Buffer> } => {
  const [, id, digest] = LINE.exec(files.get(FILE)?.toString('latin1') ?? '') ?? [];
  if (id === undefined || digest === undefined) return { version: undefined, files };
  // What somebody wrote below it keeps its line number.
  const without = changed(files, (text) =>
    text.replace(LINE, (line, ...at) =>
      text.endsWith(line) && Number(at[2]) + line.length === text.length ? '' : '\n',
    ),
  );
  return { version: { id: Number(id), digest }, files: without };
};

/** Whether a folder was made from a version. */
export const isVersion = (version: FolderVersion, { id, digest }: FolderVersion): boolean =>
  version.id === id && digest.startsWith(version.digest);
