import { randomInt } from 'node:crypto';
import { decodeLeaf, voteLeaf } from '@laurel/contracts/public-log/leaves';
import type { Queryable } from '@laurel/database/queryable';
import { isSame } from '@laurel/tlog/bytes';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { TlogError } from '@laurel/tlog/errors';
import { leafHash } from '@laurel/tlog/merkle';
import { nodeVerifier, sha256 } from '@laurel/tlog/node';
import type { VerifierKey } from '@laurel/tlog/port';
import { decodeEntries, TILE_WIDTH, type TileContent, tileOf } from '@laurel/tlog/tiles';
import { GrowingTree } from '@laurel/tlog/tree';
import { contradictionOf } from './exclusions.policy.ts';
import { readHeld } from './exclusions.store.ts';
import { isLeafOf, shuffle } from './policy.ts';
import { countPassedBy, describePassedBy, readCheckpoints, readItems, readOpenLeaves } from './reports.store.ts';
import { readHead, readNomineeNames } from './store.ts';
import type { Tiles } from './tree.service.ts';

type Deps = { db: Queryable; tiles: Tiles; key: VerifierKey; year: number };

export type Verified = { leaves: number; votes: number; checkpoints: number; problems: string[] };

/** How many problems are named at most. */
const MAX_PROBLEMS = 20;
/** The most votes without a leaf that are counted. */
const MAX_PASSED_BY = 1_000_000;

/** Reads the leaves of a log of a size, a tile at a time. */
export async function* readLeaves(tiles: Tiles, size: number): AsyncGenerator<{ from: number; leaves: Uint8Array[] }> {
  for (let from = 0; from < size; from += TILE_WIDTH) {
    const tile = tileOf('entries', from / TILE_WIDTH, size);
    yield { from, leaves: decodeEntries(await tiles.read(tile), tile.width) };
  }
}

/**
 * Compares leaves with what they stand for: a vote, or an item (of an exclusion, its number, state and votes).
 * @returns a function that compares the leaves from a place on, and returns how many of them are votes
 */
const leafComparison = async (
  { db, year }: Pick<Deps, 'db' | 'year'>,
  report: (problem: string) => void,
): Promise<(from: number, leaves: readonly Uint8Array[]) => Promise<number>> => {
  const names = await readNomineeNames(db);
  const contradictionAt = async (index: number, octets: Uint8Array): Promise<string | undefined> => {
    const leaf = decodeLeaf(octets);
    if (leaf.type !== 'exclusion') return undefined;
    return contradictionOf(sha256, leaf, index, (await readHeld(db, [leaf.number])).get(leaf.number));
  };
  return async (from, leaves) => {
    const to = from + leaves.length;
    const opened = new Map((await readOpenLeaves(db, from, to)).map((vote) => [vote.index, vote]));
    const items = new Map((await readItems(db, from, to)).map((item) => [item.index, item]));
    for (const [at, leaf] of leaves.entries()) {
      const index = from + at;
      const vote = opened.get(index);
      const item = items.get(index);
      if (item) {
        if (!isLeafOf(sha256, year, item, leaf)) report(`leaf ${index} is not its ${item.kind}`);
        else if (item.kind === 'exclusion') {
          const contradiction = await contradictionAt(index, leaf);
          if (contradiction !== undefined) report(contradiction);
        }
        if (vote) report(`leaf ${index} is a vote and something else`);
        continue;
      }
      const name = vote && names.get(vote.nomineeId);
      if (!vote || !name) report(`leaf ${index} is no vote of the database`);
      else if (!isSame(voteLeaf(sha256, year, { ...vote, ...name }), leaf)) report(`leaf ${index} is not its vote`);
    }
    return leaves.length - items.size;
  };
};

/**
 * Compares the leaves of some tiles with the database, and looks for votes that the log passed by: all tiles, or so many
 * at random.
 * @returns the first problem, or how many leaves were compared
 */
export const compareSample = async (
  { db, tiles, year }: Omit<Deps, 'key'>,
  size: number,
  most: number,
): Promise<{ compared: number; problem?: string }> => {
  const problems: string[] = [];
  const compare = await leafComparison({ db, year }, (problem) => problems.push(problem));
  const all = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, index) => index);
  let compared = 0;
  for (const index of shuffle(all, randomInt).slice(0, most)) {
    const tile = tileOf('entries', index, size);
    await compare(index * TILE_WIDTH, decodeEntries(await tiles.read(tile), tile.width));
    compared += tile.width;
  }
  const never = await countPassedBy(db, await readHead(db), MAX_PASSED_BY);
  if (never > 0) problems.push(describePassedBy(never));
  const [problem] = problems;
  return problem === undefined ? { compared } : { compared, problem };
};

/**
 * Compares the log of a size with the database: each leaf with the vote or the item that it stands for (of an exclusion, its number,
 * state and votes), each checkpoint with the tree of its size, and the stored hashes with those of the leaves; and looks
 * for votes that the log passed by. Reads everything.
 * @param advance called with the number of leaves that were checked
 */
export const verifyLog = async (
  { db, tiles, key, year }: Deps,
  size: number,
  advance: (leaves: number) => void,
): Promise<Verified> => {
  const problems: string[] = [];
  const report = (problem: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const tree = new GrowingTree(sha256);
  const compareLeaves = await leafComparison({ db, year }, report);
  let votes = 0;
  let checkpoints = 0;

  const compareTile = async ({ tile, data }: TileContent): Promise<void> => {
    const stored = await tiles.find(tile);
    if (!stored || !isSame(stored, data)) report(`the tile ${tile.level}/${tile.index} is not that of the leaves`);
  };

  /** The partial tile of each level, which may grow with the next leaves. */
  const partial = new Map<TileContent['tile']['level'], TileContent>();
  const compareFullTiles = async (): Promise<void> => {
    for (const content of tree.take()) {
      const { level, width } = content.tile;
      if (width < TILE_WIDTH) {
        partial.set(level, content);
        continue;
      }
      partial.delete(level);
      await compareTile(content);
    }
  };

  const compareCheckpoint = async (stored: { size: number; note: string }): Promise<void> => {
    checkpoints += 1;
    try {
      const { checkpoint } = await openCheckpoint(nodeVerifier, stored.note, key);
      if (checkpoint.size === stored.size && isSame(checkpoint.root, tree.root())) return;
      report(`the checkpoint of ${stored.size} leaves is that of another tree`);
    } catch (error) {
      if (!(error instanceof TlogError)) throw error;
      report(`the checkpoint of ${stored.size} leaves was not signed with LOG_KEY as ${key.name} (${error.code})`);
    }
  };

  for await (const { from, leaves } of readLeaves(tiles, size)) {
    votes += await compareLeaves(from, leaves);
    const signed = new Map((await readCheckpoints(db, from, from + leaves.length)).map((each) => [each.size, each]));
    for (const leaf of leaves) {
      tree.append(leafHash(sha256, leaf));
      const stored = signed.get(tree.size);
      if (stored) await compareCheckpoint(stored);
    }
    await compareFullTiles();
    advance(leaves.length);
  }
  for (const content of partial.values()) await compareTile(content);
  const never = await countPassedBy(db, await readHead(db), MAX_PASSED_BY);
  if (never > 0) report(describePassedBy(never));
  return { leaves: size, votes, checkpoints, problems };
};
