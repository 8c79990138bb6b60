import { expect, it } from 'vitest';
import { placeNewFiles } from './new-files.ts';

const filesOf = (...names: string[]) => new Map(names.map((name) => [name, Buffer.from(name)]));
const live = filesOf('logos/known.svg', 'pictures/stage.webp', 'nominations/donat.yaml');

it('finds the place of each file: by its path, by a file of this name, or as a picture', () => {
  const upload = filesOf('new/logos/one.svg', 'known.svg', 'in/stage.webp', 'donat.yaml', 'fresh.png', 'notes.txt');
  const { files, places, others, table } = placeNewFiles(upload, live);
  expect(Object.fromEntries(places)).toEqual({
    'new/logos/one.svg': ['logos/one.svg'],
    'known.svg': ['logos/known.svg'],
    'in/stage.webp': ['pictures/stage.webp'],
    'donat.yaml': ['nominations/donat.yaml'],
    'fresh.png': ['logos/fresh.png', 'pictures/fresh.png'],
  });
  expect(files.get('logos/known.svg')?.toString()).toBe('known.svg');
  expect(others).toEqual(['notes.txt']);
  expect(table).toBeUndefined();
});

it('takes the first table, also in a folder, and leaves out a second one', () => {
  const { files, table, others } = placeNewFiles(filesOf('a/nominees.CSV', 'more.tsv'), live);
  expect(table?.toString()).toBe('a/nominees.CSV');
  expect(others).toEqual(['more.tsv']);
  expect(files.size).toBe(0);
});
