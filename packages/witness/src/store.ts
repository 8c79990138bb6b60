// The state of a witness: one file, FILE.<number>, whose number grows with each change.
//
// A change is a new file that is written, synced to the disk and then linked to the next number. A number can be linked
// once, so of two changes that start from the same state only one succeeds, also in two processes. The old file is
// removed afterwards.
//
// The checkpoints of a fork are kept beside it, each in a file FILE.fork-<SHA-256 of its text>, which nothing replaces or removes.
import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseNote } from '@laurel/tlog/note';
import { z } from 'zod';
import { codeOf, WitnessError } from './errors.ts';

const SEED_BYTES = 32;
/** Readers look again if the file was replaced while they read. */
const READ_TRIES = 100;
/** A file that a killed process left half written is removed after this time. */
const ABANDONED_MS = 60_000;

const stateSchema = z.strictObject({
  format: z.literal('laurel/witness/v1'),
  /** The name of the witness's key. */
  name: z.string().min(1),
  /** The private key: an Ed25519 seed in base64. It is stored with the checkpoints, because it must not sign without them. */
  seed: z.base64().refine((text) => Buffer.from(text, 'base64').length === SEED_BYTES),
  /** For each log the newest checkpoint that was cosigned. */
  logs: z.array(
    z.strictObject({
      origin: z.string().min(1),
      /** The note, with the signatures of the log and of this witness. */
      note: z.string(),
      /** The signature line of this witness, with its newline. */
      cosignature: z.string(),
      /** When it was made, in seconds since 1970. */
      time: z.number().int().positive(),
    }),
  ),
});

export type State = z.output<typeof stateSchema>;
export type Cosigned = State['logs'][number];
export type Found = { readonly generation: number; readonly state: State };

export type Store = {
  /** The current state, or undefined before the first one. @throws WitnessError if the file can't be read */
  read(): Promise<Found | undefined>;
  /**
   * Replaces the state of a generation (0: none), and returns once the new state is on the disk. Returns false, and changes
   * nothing, if the state has changed since.
   */
  replace(generation: number, state: State): Promise<boolean>;
  /** Keeps a note that is evidence against the log, and returns once it is on the disk. Does nothing if its text is kept already. */
  keep(note: string): Promise<void>;
};

const isCode = (error: unknown, code: string): boolean => codeOf(error) === code;

/** Removes a file, if it exists. */
const remove = (path: string): Promise<void> => rm(path, { force: true });

/** Syncs the names in a folder to the disk. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const parseState = (path: string, content: string): State => {
  try {
    return stateSchema.parse(JSON.parse(content));
  } catch (cause) {
    throw new WitnessError(
      `${path} is not the state of a witness, or it is damaged. This witness signs nothing more: start a new one in an empty folder, and tell the organisers its key.`,
      { cause },
    );
  }
};

/** The state of a witness in a file. @param file the path without the number */
export const createStore = (file: string): Store => {
  const folder = dirname(file);
  const prefix = `${basename(file)}.`;
  const pathOf = (generation: number): string => `${file}.${generation}`;

  /** The numbers that exist, the newest first. All but the newest are about to be removed. */
  const generations = async (): Promise<number[]> =>
    (await readdir(folder))
      .filter((name) => name.startsWith(prefix) && /^[1-9][0-9]{0,14}$/.test(name.slice(prefix.length)))
      .map((name) => Number(name.slice(prefix.length)))
      .sort((a, b) => b - a);

  const writeNew = async (content: string): Promise<string> => {
    const path = `${file}.new-${process.pid}-${randomBytes(8).toString('hex')}`;
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return path;
  };

  return {
    read: async () => {
      for (let tries = 0; tries < READ_TRIES; tries += 1) {
        const [generation] = await generations();
        if (generation === undefined) return undefined;
        try {
          const content = await readFile(pathOf(generation), 'utf8');
          return { generation, state: parseState(pathOf(generation), content) };
        } catch (error) {
          if (!isCode(error, 'ENOENT')) throw error;
        }
      }
      throw new WitnessError(`${file} changes faster than it can be read.`);
    },
    replace: async (generation, state) => {
      const next = generation + 1;
      const written = await writeNew(`${JSON.stringify(state, null, 2)}\n`);
      try {
        await link(written, pathOf(next));
      } catch (error) {
        if (isCode(error, 'EEXIST')) return false;
        throw error;
      } finally {
        await remove(written);
      }
      await syncFolder(folder);
      // Somebody who read an old state can link a number that was used and removed: then a larger one exists.
      const found = await generations();
      if (found[0] !== next) {
        await remove(pathOf(next));
        return false;
      }
      await Promise.all(found.slice(1).map((old) => remove(pathOf(old))));
      return true;
    },
    keep: async (note) => {
      const name = `${prefix}fork-${createHash('sha256').update(parseNote(note).text).digest('hex')}`;
      if ((await readdir(folder)).includes(name)) return;
      const written = await writeNew(note);
      try {
        await link(written, join(folder, name));
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      } finally {
        await remove(written);
      }
      await syncFolder(folder);
    },
  };
};

/** Removes files that a killed process left half written: they contain the private key. */
const sweep = async (file: string, now: Date): Promise<void> => {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(file)}.new-`)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now.getTime() }));
    if (now.getTime() - mtimeMs > ABANDONED_MS) await remove(path);
  }
};

/**
 * Opens the state of a witness. If there is none, creates it, with a new key, and its folder.
 * @param name the name of the key; by default the one that the state has, or a new one
 * @throws WitnessError if the state has another name, or can't be read or written
 */
export const openStore = async (file: string, name: string | undefined, now: Date): Promise<Store> => {
  const store = createStore(file);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await sweep(file, now);
    const named = name ?? `witness-${randomBytes(4).toString('hex')}`;
    const seed = randomBytes(SEED_BYTES).toString('base64');
    // Of two processes that start at once, one makes the key; both use it.
    if (!(await store.read())) await store.replace(0, { format: 'laurel/witness/v1', name: named, seed, logs: [] });
    const found = await store.read();
    if (name !== undefined && found?.state.name !== name) {
      throw new WitnessError(
        `The key in ${file} has the name ${found?.state.name}, not ${name}. A key keeps its name.`,
      );
    }
    return store;
  } catch (error) {
    if (error instanceof WitnessError) throw error;
    throw new WitnessError(
      `The witness can't keep its state in ${dirname(file)} (${codeOf(error) ?? 'unknown failure'}). The folder must belong to its user, on a disk with hard links.`,
      { cause: error },
    );
  }
};
