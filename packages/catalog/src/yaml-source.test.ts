import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crossCheck, outlineOf } from './cross-checks.ts';
import { editionFileSchema } from './edition-schema.ts';
import { nominationFileSchema } from './nomination-schema.ts';
import type { Problem } from './problem.ts';
import { SMALL_EDITION } from './testing/edition-fixture.ts';
import { readBySchema, readYaml } from './yaml-source.ts';

const check = (file: string, text: string, schema: typeof editionFileSchema | typeof nominationFileSchema) => {
  const source = readYaml(file, Buffer.from(text));
  if (!('data' in source)) return source;
  const read = readBySchema(source, schema);
  return [...('problems' in read ? read.problems : []), ...crossCheck([outlineOf(source)])];
};

const expectPlaced = (problems: readonly Problem[], text: string): void => {
  const lines = text.split(/\r\n|\n/).length;
  for (const { line, column, rule, message } of problems) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines + 1);
    expect(column).toBeGreaterThanOrEqual(1);
    // zod's own message means that a rule has no plain message.
    expect(rule, message).not.toBe('other');
    expect(message).not.toMatch(/^(Invalid|Too|Unrecognized|Expected)/);
  }
};

it('damaged text causes problems with a place and a plain message, never an exception', () => {
  const damage = fc.record({
    at: fc.nat({ max: 2200 }),
    length: fc.nat({ max: 60 }),
    text: fc.oneof(
      fc.constantFrom(
        '[',
        '{',
        ': ',
        '- ',
        '\n',
        '\t',
        '"',
        "'",
        '&a ',
        '*a',
        '? ',
        '!!set ',
        '|',
        '<<: ',
        'null',
        '-1',
        '.inf',
      ),
      fc.constantFrom('? [a]: b\n', '__proto__: 1\n', 'constructor: {}\n', '---\n', '%YAML 1.1\n', '\uFEFF', '\u0000'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
  });
  fc.assert(
    fc.property(fc.boolean(), fc.array(damage, { minLength: 1, maxLength: 4 }), (isEdition, damages) => {
      const file = isEdition ? 'edition.yaml' : 'nominations/best-duo.yaml';
      const schema = isEdition ? editionFileSchema : nominationFileSchema;
      const text = damages.reduce<string>(
        (whole, { at, length, text: part }) => whole.slice(0, at) + part + whole.slice(at + length),
        SMALL_EDITION[file],
      );
      expectPlaced(check(file, text, schema), text);
    }),
    { numRuns: 300 },
  );
});

it.each(['1e300', '-1e300', '9007199254740993', '.inf', '.nan'])('%s is rejected as a year', (year) => {
  const text = SMALL_EDITION['edition.yaml'].replace('year: 2031', `year: ${year}`);
  expect(check('edition.yaml', text, editionFileSchema)).toContainEqual(
    expect.objectContaining({ field: 'year', rule: 'number', params: {}, message: 'must be a whole number' }),
  );
});

it('keys that are lists or groups are rejected like unknown keys', () => {
  const text = `${SMALL_EDITION['nominations/best-duo.yaml']}? [a, b]\n: c\n`;
  expect(check('nominations/best-duo.yaml', text, nominationFileSchema)).toMatchObject([
    { message: expect.stringMatching(/^is not a key of an edition: check its spelling/) },
  ]);
});

it('counts lines correctly with Windows line ends', () => {
  const text = SMALL_EDITION['edition.yaml'].replace('help@small.example', 'nobody').replaceAll('\n', '\r\n');
  expect(check('edition.yaml', text, editionFileSchema)).toMatchObject([
    { line: 61, column: 15, field: 'supportEmail', message: 'must be an email address' },
  ]);
});
