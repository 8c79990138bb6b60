import type { PublicEdition } from '@laurel/contracts/public-edition';
import { type Tile, type TileReader, tilePath } from '@laurel/tlog/tiles';

/** The log of an edition, as GET /edition names it: its origin, its key and its witnesses. */
export type PublicLog = NonNullable<PublicEdition['log']>;

/** The log could not be read, which says nothing about its content. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  /** Whether the site answered, without the file. Otherwise the network may be the reason. */
  readonly answered: boolean;

  constructor(what: string, answered = false) {
    super(what);
    this.answered = answered;
  }
}

const TIMEOUT_MS = 10_000;
const HASH_BYTES = 32;

const fetchFile = async (url: string, fresh: boolean): Promise<Response> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(url, { cache: fresh ? 'reload' : 'default', credentials: 'omit', signal });
  } catch {
    throw new Unreadable(url);
  }
};

const bytesOf = async (answer: Response): Promise<Uint8Array> => {
  try {
    return new Uint8Array(await answer.arrayBuffer());
  } catch {
    throw new Unreadable(answer.url);
  }
};

/** Reads the files of a log from this site. */
export type LogReader = {
  /** The newest checkpoint, as text. @throws Unreadable */
  checkpoint(): Promise<string>;
  /** Reads each tile once. @throws Unreadable */
  readonly tile: TileReader;
};

/**
 * A reader of the log's files.
 * @param fresh whether it bypasses the browser's cache, which would only repeat earlier responses
 */
export const readerOf = ({ origin }: Pick<PublicLog, 'origin'>, fresh = false): LogReader => {
  // The site may be open under another host than that of its log: the path is the same.
  const prefix = origin.slice(origin.indexOf('/'));
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const answer = await fetchFile(`${prefix}/${path}`, fresh);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Unreadable(path, true);
    return bytesOf(answer);
  };
  const known = new Map<string, Promise<Uint8Array>>();
  const readTile = async (tile: Tile): Promise<Uint8Array> => {
    // The server may remove a partial tile once the full one exists.
    const data = (await read(tilePath(tile))) ?? (await read(tilePath({ ...tile, width: 256 })));
    if (data === undefined) throw new Unreadable(tilePath(tile), true);
    return data.subarray(0, tile.width * HASH_BYTES);
  };
  return {
    checkpoint: async () => {
      const answer = await fetchFile(`${prefix}/checkpoint`, true);
      if (!answer.ok) throw new Unreadable('checkpoint', answer.status === 404);
      return new TextDecoder().decode(await bytesOf(answer));
    },
    tile: (tile) => {
      const path = tilePath(tile);
      const found = known.get(path) ?? readTile(tile);
      known.set(path, found);
      return found;
    },
  };
};
