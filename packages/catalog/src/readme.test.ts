import { readFile } from 'node:fs/promises';
import { BACKGROUND_NAMES } from '@laurel/contracts/public-edition';
import { expect, it, onTestFinished } from 'vitest';
import { editionFileSchema, nominationFileSchema } from './edition-schema.ts';
import { checkEdition, loadEdition } from './load-edition.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const [edition = '', nomination = ''] = [...readme.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml);

it('the example is valid', async () => {
  const { directory, remove } = await writeEdition({
    'edition.yaml': edition,
    'nominations/best-podcast.yaml': nomination,
    'nominations/best-duo.yaml': undefined,
    'nominations/best-solo.yaml': undefined,
    'logos/night-radio.svg': SMALL_EDITION['logos/lone-pine.svg'],
  });
  onTestFinished(remove);
  expect(await checkEdition(directory)).toEqual([]);
  const loaded = await loadEdition(directory);
  expect(loaded.year).toBe(2027);
  expect(loaded.nominations[0]?.categories[0]?.companies[0]?.name.uk).toBe('Нічне радіо');
});

it('the tables list every key and every background', () => {
  const tables = readme.slice(readme.indexOf('## `edition.yaml`'));
  const keys = [
    ...Object.keys(editionFileSchema.shape),
    ...Object.keys(nominationFileSchema.shape),
    ...BACKGROUND_NAMES,
  ];
  expect(keys.filter((key) => !tables.includes(key))).toEqual([]);
});
