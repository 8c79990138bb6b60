// Both verifiers accept the same forms of an edition's JSON. A bundle holds each form as an edition of its own.
import { expect, it } from 'vitest';
import { changedHeader, goodNight } from './case.ts';
import { runBlock } from './run-block.ts';
import { runScript, type Verdict } from './run-script.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const OTHERS = [
  'null',
  'false',
  '0',
  '2',
  '2.0',
  '1e0',
  '0.5',
  '""',
  '"a"',
  '"\\ud800"',
  '[]',
  '[null]',
  '{}',
  '{"a":1}',
];
const CHANGED = 100;
// verify.py prints this many findings of a kind.
const SHOWN = 10;

/** The edition with each value in turn replaced by another one, or left out. */
const changesOf = (value: Json): string[] => {
  if (typeof value !== 'object' || value === null) return OTHERS;
  // The second item of a list has nothing that the first doesn't have.
  const fields = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  const made = (field: string, text: string): string => {
    const written = Object.entries(value).map(([name, each]) => ({ name, text: JSON.stringify(each) }));
    const changed = written.map((each) => (each.name === field ? { ...each, text } : each));
    const texts = changed.map((each) =>
      Array.isArray(value) ? each.text : `${JSON.stringify(each.name)}:${each.text}`,
    );
    return Array.isArray(value) ? `[${texts}]` : `{${texts}}`;
  };
  const inner = fields.flatMap(([name, each]) => changesOf(each).map((text) => made(name, text)));
  const lacking = fields.map(([left]) =>
    JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => name !== left))),
  );
  return [...OTHERS, ...inner, ...(Array.isArray(value) ? [] : lacking)];
};

const numbersIn = (texts: readonly string[], pattern: RegExp): number[] =>
  texts.flatMap((text) => pattern.exec(text)?.[1] ?? []).map(Number);

const codesOf = ({ exit, codes }: Verdict) => ({ exit, codes });

it('both verifiers find the same forms of an edition broken', async () => {
  const json = goodNight().editions[0]?.json ?? '';
  const forms = [...changesOf(JSON.parse(json)), json.replace('{', '{"more":1e999,'), `\ufeff${json}`, `${json}.`];
  const broken: string[] = [];
  for (let from = 0; from < forms.length; from += SHOWN) {
    const editions = forms.slice(from, from + SHOWN).map((text, at) => ({ number: CHANGED + from + at, json: text }));
    const given = await changedHeader((header) => ({ editions: [...(header.editions as Json[]), ...editions] }));
    const [one, other] = await Promise.all([runScript(given), runBlock(given)]);
    const found = numbersIn(one.texts, /^Edition (\d+) of the bundle is not the JSON of an edition/);
    const named = (numbers: readonly number[]) => numbers.map((number) => forms[number - CHANGED] ?? '');
    expect(named(found)).toEqual(named(numbersIn(other.texts, /^edition\.broken .*"number":"?(\d+)/)));
    expect(codesOf(one)).toEqual(codesOf(other));
    broken.push(...named(found));
  }
  // Many forms break it. Those of fields that a verifier doesn't read don't.
  expect(broken.length).toBeGreaterThan(forms.length / 3);
  expect(broken.length).toBeLessThan(forms.length - 20);
});
