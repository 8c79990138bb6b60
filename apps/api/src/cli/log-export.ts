import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tilePath, tilesOf } from '@laurel/tlog/tiles';
import type { PublishedLog } from '../features/public-log/published.service.ts';
import type { ShownLog } from '../features/public-log/routes.ts';
import { readLeaves } from '../features/public-log/verify.service.ts';
import { MisuseError, type Output } from './output.ts';
import type { Advance } from './progress.ts';

/**
 * Writes the files of a log into a new folder, by the paths at which Laurel serves them: any web server can serve them.
 * @throws MisuseError if the folder exists
 */
export const exportFiles = async (
  { tiles, verifierKey }: ShownLog,
  shown: PublishedLog,
  folder: string,
  advance: Advance,
): Promise<void> => {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) throw new MisuseError(`${folder} exists already and is not overwritten.`);
  for (const tile of tilesOf(shown.size)) {
    const path = join(folder, tilePath(tile));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await tiles.read(tile));
    if (tile.level === 'entries') advance(tile.width);
  }
  await writeFile(join(folder, 'key'), `${verifierKey}\n`);
  // The checkpoint is written last: a folder without it is incomplete.
  await writeFile(join(folder, 'checkpoint'), shown.cosigned);
};

/** Writes a log as one JSON document, with a leaf in base64 on each line. */
export const exportJson = async (
  { tiles, verifierKey }: ShownLog,
  { size, cosigned }: PublishedLog,
  { write }: Output,
  advance: Advance,
): Promise<void> => {
  await write(`{"verifierKey":${JSON.stringify(verifierKey)},"checkpoint":${JSON.stringify(cosigned)},"leaves":[\n`);
  for await (const { from, leaves } of readLeaves(tiles, size)) {
    const lines = leaves.map((leaf) => JSON.stringify(Buffer.from(leaf).toString('base64')));
    await write(`${from === 0 ? '' : ',\n'}${lines.join(',\n')}`);
    advance(leaves.length);
  }
  await write('\n]}\n');
};
