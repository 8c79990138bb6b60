import type { Queryable } from '@laurel/database/queryable';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { decodeEntries, TILE_WIDTH, tileOf } from '@laurel/tlog/tiles';
import {
  countLoggedVoters,
  hasLaterLeaf,
  readAppliedExclusions,
  readExcludedLeaves,
  readLacking,
  readLoggedEditions,
  readOpenings,
} from './bundle.store.ts';
import { rulesOf } from './cosigners.policy.ts';
import { resultText } from './policy.ts';
import type { PublishedLog } from './published.service.ts';
import { countPassedBy, describePassedBy } from './reports.store.ts';
import { readCounts, readResult } from './store.ts';
import type { Tiles } from './tree.service.ts';
import { cosignersOf } from './witnesses.policy.ts';

/** How many tiles' openings are read at once: those of 4,096 leaves, about 2 MB. */
const TILES_AT_ONCE = 16;

/** The data of a bundle. */
export type BundleSource = {
  /** Reads in one snapshot of the database, which is not older than the checkpoint. */
  db: Queryable;
  tiles: Tiles;
  shown: PublishedLog;
  origin: string;
  verifierKey: string;
};

/**
 * Which witnesses are missing, in English; undefined if enough of them cosigned, by the newest edition and by each under
 * which people voted. Cosignatures were verified when they were stored.
 */
export const whyNoQuorum = async ({ db, shown }: Pick<BundleSource, 'db' | 'shown'>): Promise<string | undefined> => {
  for (const { witnesses, quorum } of rulesOf(await readLoggedEditions(db, shown.size))) {
    const keys = witnesses.map(({ key }) => key);
    const cosigners = cosignersOf(shown.cosigned, keys);
    if (cosigners.length >= quorum) continue;
    const missing = keys.filter((key) => !cosigners.includes(key));
    const names = missing.map((key) => key.split('+', 1).join('')).join(', ');
    return `${cosigners.length} of ${witnesses.length} witnesses cosigned the newest checkpoint, and ${quorum} must have; missing: ${names}. If this stays so, ask who runs them`;
  }
  return undefined;
};

/** Why there is no bundle, in English, and what to do; undefined if it is complete. */
export const whyIncomplete = async ({ db, shown }: Pick<BundleSource, 'db' | 'shown'>): Promise<string | undefined> => {
  const { votes, exclusions } = await readLacking(db, shown.size);
  const never = votes > 0 ? await countPassedBy(db, shown, votes) : 0;
  if (never > 0) return describePassedBy(never);
  if (votes > 0) return `Wait some seconds: ${votes} votes are not in the log yet`;
  if (exclusions > 0) return 'Wait some seconds: a decision is not in the log yet';
  const result = await readResult(db, shown.size);
  if (!result) return 'Wait some seconds: the result is not in the log yet';
  // Some leaves behind a result do not change it, such as that of an edition with the same nominees. Then no other
  // result follows.
  if ((await hasLaterLeaf(db, result.leaf, shown.size)) && result.text !== resultText((await readCounts(db)).counts)) {
    return 'Wait some seconds: the newest result in the log does not count everything that the log has';
  }
  return undefined;
};

/** The first line of a bundle (docs/public-log.md). */
const headOf = async ({ db, shown, origin, verifierKey }: BundleSource) => {
  const editions = await readLoggedEditions(db, shown.size);
  const [rule = { witnesses: [], quorum: 0 }] = rulesOf(editions);
  const result = await readResult(db, shown.size);
  return {
    format: 'laurel/bundle/v1',
    origin,
    verifierKey,
    witnesses: rule.witnesses.map(({ key }) => key),
    quorum: rule.quorum,
    voters: await countLoggedVoters(db, shown.size),
    checkpoint: shown.cosigned,
    editions: editions.map(({ number, json }) => ({ number, json })),
    result: result ? { nonce: result.nonce.toString('base64'), text: result.text } : null,
  };
};

/** The lines of the leaves at the places `from` to `end` - 1. Both are at the edges of tiles, or the end of the log. */
const linesOf = async ({ db, tiles, shown }: BundleSource, from: number, end: number): Promise<string[]> => {
  const openings = new Map((await readOpenings(db, from, end)).map((opening) => [opening.leaf, opening]));
  const lines: string[] = [];
  for (let place = from; place < end; place += TILE_WIDTH) {
    const tile = tileOf('entries', place / TILE_WIDTH, shown.size);
    for (const [at, leaf] of decodeEntries(await tiles.read(tile), tile.width).entries()) {
      const opening = openings.get(place + at);
      const parts = opening
        ? [opening.nominee, opening.serverNonce.toString('base64'), opening.browserNonce.toString('base64')]
        : [];
      lines.push(`${JSON.stringify([encodeBase64(leaf), ...parts])}\n`);
    }
  }
  return lines;
};

/**
 * The auditors' bundle, in pieces of text (docs/public-log.md).
 * @param advance called with the number of leaves that were written
 */
export async function* bundleOf(source: BundleSource, advance: (leaves: number) => void): AsyncGenerator<string> {
  const { db, shown } = source;
  yield `${JSON.stringify(await headOf(source))}\n`;
  const step = TILES_AT_ONCE * TILE_WIDTH;
  for (let from = 0; from < shown.size; from += step) {
    const lines = await linesOf(source, from, Math.min(from + step, shown.size));
    yield lines.join('');
    advance(lines.length);
  }
  for (const { exclusion, salt } of await readAppliedExclusions(db)) {
    const leaves = await readExcludedLeaves(db, exclusion, shown.size);
    yield `${JSON.stringify({ exclusion, salt: salt.toString('base64'), leaves })}\n`;
  }
  yield `${JSON.stringify({ end: shown.size })}\n`;
}
