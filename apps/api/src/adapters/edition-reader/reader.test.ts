import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEditionWithFiles } from '@laurel/catalog/load-edition';
import { packZip } from '@laurel/catalog/zip';
import { expect, it } from 'vitest';
import { createEditionReader } from './reader.ts';

const demo = await loadEditionWithFiles(demoEditionDir);
/** An edition that takes a second and a hundred megabytes to parse, and is within the limits of its files. */
const heavy = new Map([...demo.files, ['nominations/donat.yaml', Buffer.from(`a: [${'b,'.repeat(300_000)}]`)]]);

it('gives what the process has read: the edition, its files and pictures', async () => {
  const content = await packZip(new Map([...demo.files, ['notes.txt', Buffer.from('x')]]));
  const outcome = await createEditionReader().read({ kind: 'zip', content, files: new Map() });
  expect(outcome).toMatchObject({ read: { problems: [], warnings: [] } });
  if (!('read' in outcome)) return;
  expect(outcome.read.edition).toEqual(demo.edition);
  expect(new Map([...outcome.read.files].sort())).toEqual(new Map([...demo.files].sort()));
});

it('warns of a name that the pictures of shared links can’t show', async () => {
  const row = 'best-partner,gambling,team,Team 𐎀,,kite-and-rook.svg,A team.,Команда.';
  const content = Buffer.from(`nomination,niche,tag,name,link,logo,desc_en,desc_uk\n${row}`);
  expect(await createEditionReader().read({ kind: 'table', content, files: demo.files })).toMatchObject({
    read: { problems: [], warnings: [expect.objectContaining({ rule: 'noFont', line: 2 })] },
  });
});

it('gives the problems of a table, and why a zip is refused', async () => {
  const { read } = createEditionReader();
  expect(await read({ kind: 'table', content: Buffer.from('name;votes'), files: demo.files })).toMatchObject({
    read: { edition: undefined, problems: [{ file: 'nominees.csv', line: 1, rule: 'noHeader' }] },
  });
  expect(await read({ kind: 'zip', content: Buffer.from('year: 2031'), files: new Map() })).toEqual({
    refused: { rule: 'not_zip', entry: '' },
  });
});

// In this process the timer could not run before the file is parsed.
it('refuses what takes too long, and stays free meanwhile', async () => {
  const { read } = createEditionReader({ timeMs: 300, heapMb: 384 });
  expect(await read({ kind: 'files', files: heavy })).toEqual({ refused: { rule: 'heavy', entry: '' } });
});

it('refuses what takes too much memory, and reads the next upload', async () => {
  const { read } = createEditionReader({ timeMs: 600_000, heapMb: 24 });
  expect(await read({ kind: 'files', files: heavy })).toEqual({ refused: { rule: 'heavy', entry: '' } });
  expect(await read({ kind: 'files', files: demo.files })).toMatchObject({ read: { problems: [] } });
});
