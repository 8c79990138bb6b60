import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { encodeLeaf, voteLeaf } from '@laurel/contracts/public-log/leaves';
import { formatResult, resultCommitment } from '@laurel/contracts/public-log/result';
import { encodeBase64, encodeUtf8 } from '@laurel/tlog/bytes';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { leafHash } from '@laurel/tlog/merkle';
import { sha256 } from '@laurel/tlog/node';
import { formatVerifierKey } from '@laurel/tlog/note';
import { GrowingTree } from '@laurel/tlog/tree';
import { goodNight } from './case.ts';
import { CATEGORIES, goodPlan, keyOf, makeNight, ORIGIN } from './night.ts';

const YEAR = 2026;
const NOMINEES = ['orbit-crew', 'north-star', 'silver-fox'];

/**
 * Writes the bundle of a large log. The first line, which has the checkpoint, comes before the leaves, so the lines are made
 * first and held in memory: 190 octets for each leaf.
 * @param votes how many of the leaves are votes; before them are the edition and the times, behind them the result
 */
export const writeLargeBundle = async (path: string, votes: number): Promise<void> => {
  const tree = new GrowingTree(sha256);
  const lines: string[] = [];
  const counts = new Map<string, number>();
  const add = (leaf: Uint8Array, opening: readonly string[] = []): void => {
    tree.append(leafHash(sha256, leaf));
    lines.push(`${JSON.stringify([encodeBase64(leaf), ...opening])}\n`);
  };
  const [edition] = makeNight({ ...goodPlan(), witnesses: [], quorum: 0 }).editions;
  if (edition === undefined) throw new Error('there is no edition');
  add(encodeLeaf({ type: 'edition', year: YEAR, number: edition.number, hash: sha256(encodeUtf8(edition.json)) }));
  const [, times] = goodNight().rows;
  add(times?.leaf ?? new Uint8Array());
  for (let at = 0; at < votes; at += 1) {
    const category = CATEGORIES[at % CATEGORIES.length] ?? '';
    const nominee = NOMINEES[(at >> 2) % NOMINEES.length] ?? '';
    const serverNonce = Uint8Array.from(randomBytes(16));
    const browserNonce = Uint8Array.from(randomBytes(16));
    const leaf = voteLeaf(sha256, YEAR, { serverNonce, browserNonce, category, nominee });
    add(leaf, [nominee, encodeBase64(serverNonce), encodeBase64(browserNonce)]);
    const name = `${category} ${nominee}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const text = formatResult(
    CATEGORIES.flatMap((category) =>
      NOMINEES.map((nominee) => ({ category, nominee, cast: counts.get(`${category} ${nominee}`) ?? 0, leftOut: 0 })),
    ),
  );
  const nonce = new Uint8Array(16);
  add(encodeLeaf({ type: 'result', year: YEAR, voters: votes, commitment: resultCommitment(sha256, nonce, text) }));
  const log = await keyOf(ORIGIN);
  const header = {
    format: 'laurel/bundle/v1',
    origin: ORIGIN,
    verifierKey: formatVerifierKey(log.key),
    witnesses: [],
    quorum: 0,
    checkpoint: await signCheckpoint(log, { size: tree.size, root: tree.root() }),
    editions: [edition],
    result: { nonce: encodeBase64(nonce), text },
  };
  const file = createWriteStream(path);
  file.write(`${JSON.stringify(header)}\n`);
  for (let at = 0; at < lines.length; at += 10_000) {
    if (!file.write(lines.slice(at, at + 10_000).join(''))) await once(file, 'drain');
  }
  file.end(`${JSON.stringify({ end: tree.size })}\n`);
  await once(file, 'finish');
};
