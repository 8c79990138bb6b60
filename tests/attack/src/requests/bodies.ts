import fc from 'fast-check';
import type { JsonSchema, Operation } from './routes.ts';

/** Valid tokens and values of an honest client. */
export type Known = {
  readonly tokens: readonly string[];
  readonly values: Readonly<Record<string, readonly unknown[]>>;
};

const NASTY = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202egnp',
  '\ufeff',
  '\u2028',
  "'; DROP TABLE votes; --",
  '{{7*7}}<%= 7 %>',
  '../../../../etc/passwd',
  '%00%0d%0aSet-Cookie:%20a=b',
  'a\r\nX: y',
  '__proto__',
  'constructor',
  'toString',
  '💥'.repeat(60),
  'İ'.repeat(200),
  'e\u0301'.repeat(127),
  '0'.repeat(6),
  '١٢٣٤٥٦',
  '+'.repeat(16),
  'a'.repeat(5_000),
  '@',
  'a@b',
  '',
  ' ',
];

/** Values that often cause errors. */
export const nastyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 300 }));

/** A value as JSON text, including forms that JSON.stringify never writes. */
const wrongJson = fc.oneof(
  nastyText.map((text) => JSON.stringify(text)),
  fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('null', 'true', '[]', '{}', '0', '-0', '1e999999', '-1E-999999', '9007199254740993', '"\\ud800"'),
  fc.constantFrom(
    '"\\u0000"',
    `${'9'.repeat(400)}`,
    '{"length":6}',
    '{"__proto__":null}',
    '[[[[[[[[]]]]]]]]',
    '0.1e+1',
  ),
  fc.integer({ min: 1, max: 3_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 1_500 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
);

/** A string that the document allows; rules outside of it (such as emails) may still reject it. */
const validText = ({ minLength = 0, maxLength = 60, pattern }: JsonSchema): fc.Arbitrary<string> => {
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  if (pattern === undefined) return fc.string({ unit: 'grapheme', minLength, maxLength });
  return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' }).filter(fits);
};

const validValue = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  return validText(schema);
};

/** A field of a body as JSON text: valid, valid by the document, or invalid. */
const field = (name: string, schema: JsonSchema, example: unknown, { values }: Known): fc.Arbitrary<string> => {
  const json = (value: unknown): string => JSON.stringify(value) ?? 'null';
  const known = values[name] ?? [];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(example, ...known).map(json) },
    { weight: 3, arbitrary: validValue(schema).map(json) },
    { weight: 2, arbitrary: wrongJson },
  );
};

/** A body for a call: valid, nearly valid, or invalid. */
export const bodyOf = ({ body }: Operation, known: Known): fc.Arbitrary<string> => {
  if (!body) return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, wrongJson);
  const members = Object.entries(body.schema.properties ?? {}).map(([name, schema]) =>
    fc
      .record({
        text: field(name, schema, body.example[name], known),
        // Missing, once, twice (with another value first), or with an unknown field.
        how: fc.oneof({ weight: 10, arbitrary: fc.constant('once') }, fc.constantFrom('out', 'twice', 'misspelt')),
        other: wrongJson,
      })
      .map(({ text, how, other }) => {
        if (how === 'out' || (body.example[name] === undefined && how !== 'twice')) return '';
        const key = JSON.stringify(how === 'misspelt' ? `${name} ` : name);
        return how === 'twice' ? `${key}:${other},${key}:${text}` : `${key}:${text}`;
      }),
  );
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    fc.constantFrom('"__proto__":{"admin":true}', '"constructor":{"prototype":{"admin":true}}', '"admin":true', '"":0'),
  );
  const object = fc.tuple(...members, extra).map((all) => `{${all.filter((each) => each !== '').join(',')}}`);
  const broken = fc.tuple(object, fc.nat(), nastyText).map(([text, at, with_]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + with_ + text.slice(place + (at % 3));
  });
  return fc.oneof(
    { weight: 12, arbitrary: object },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: wrongJson },
  );
};
