import { readFile } from 'node:fs/promises';
import { LANGUAGES } from '@laurel/contracts/languages';
import { BACKGROUND_NAMES } from '@laurel/contracts/public-edition';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { editionFileSchema } from './edition-schema.ts';
import { checkEdition, loadEdition } from './load-edition.ts';
import { nominationFileSchema } from './nomination-schema.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
const [edition = '', nomination = ''] = [...readme.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml]) => yaml);

it('the example in the README is valid', async () => {
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

/** The keys of all groups in a JSON schema. */
const keysIn = (schema: unknown): string[] =>
  typeof schema !== 'object' || schema === null
    ? []
    : Object.entries(schema).flatMap(([name, part]) => [
        ...(name === 'properties' ? Object.keys(part) : []),
        ...keysIn(part),
      ]);

it('the tables in the README list every key and every background', () => {
  const tables = readme.slice(readme.indexOf('## `edition.yaml`'), readme.indexOf('## For developers'));
  // A key with a transform is visible on one side of it.
  const keys = [editionFileSchema, nominationFileSchema].flatMap((schema) =>
    (['input', 'output'] as const).flatMap((io) => keysIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))),
  );
  expect(keys).toEqual(expect.arrayContaining(['quorum', 'note', 'alt', 'publishEvery']));
  const named = (key: string): boolean => new RegExp(`[\`.]${key}[\`.[]`).test(tables);
  const languages: readonly string[] = LANGUAGES;
  expect([...new Set(keys)].filter((key) => !languages.includes(key) && !named(key))).toEqual([]);
  expect(BACKGROUND_NAMES.filter((name) => !tables.includes(`\`${name || "''"}\``))).toEqual([]);
});
