import { decodeLeaf } from '@laurel/contracts/public-log/leaves';
import type { Queryable } from '@laurel/database/queryable';
import { TlogError } from '@laurel/tlog/errors';
import { sha256 } from '@laurel/tlog/node';
import { contradictionOf } from './exclusions.policy.ts';
import { readHeld, readLoggedExclusions } from './exclusions.store.ts';
import { MissingTileError, readLeaf, type Tiles } from './tree.service.ts';

/**
 * Compares what the log says about exclusions with what the database has of them now.
 * @param tree the newest signed tree
 * @returns the first contradiction, in English; undefined if there is none
 */
export const findContradiction = async (
  { db, tiles }: { db: Queryable; tiles: Tiles },
  tree: { readonly size: number; readonly root: Uint8Array },
): Promise<string | undefined> => {
  const logged = (await readLoggedExclusions(db)).filter(({ leaf }) => leaf < tree.size);
  const held = await readHeld(db, [...new Set(logged.map(({ number }) => number))]);
  for (const { leaf: index, number } of logged) {
    const octets = await readLeaf(tiles, index, tree).catch((error: unknown) => {
      if (error instanceof TlogError || error instanceof MissingTileError) return undefined;
      throw error;
    });
    if (octets === undefined) return `leaf ${index} can't be read: the stored tiles are not those that were signed`;
    const leaf = decodeLeaf(octets);
    if (leaf.type !== 'exclusion' || leaf.number !== number) return `leaf ${index} is not that of exclusion ${number}`;
    const contradiction = contradictionOf(sha256, leaf, index, held.get(number));
    if (contradiction !== undefined) return contradiction;
  }
  return undefined;
};
