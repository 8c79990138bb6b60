import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { goodNight } from './case.ts';
import { placeOf } from './night.ts';
import { bundleOf, formatBundle, receiptOf } from './papers.ts';
import { readPage, runBlock } from './run-block.ts';

const { html, policy, style, checks, script } = readPage();
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const dictionary = z.record(z.string(), z.string());
const words = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** The texts of the page's script. */
const { TEXTS, SAYINGS } = z
  .object({ TEXTS: z.object({ en: words, uk: words }), SAYINGS: z.object({ en: dictionary, uk: dictionary }) })
  .parse(vm.runInNewContext(`${script.slice(0, script.indexOf('const find ='))};({ TEXTS, SAYINGS })`));

const placeholdersOf = (text: string | string[] = ''): string[] =>
  [text].flat().flatMap((each) => [...each.matchAll(/\{\w+\}/g)].map(([found]) => found).sort());

type Dropped = { addFiles(files: File[]): Promise<void>; given(): { bundle?: File; others: File[] } };
/** The part of the page's script that takes files; `check()`, which would start the check, does nothing. */
const takeFiles = (): Dropped =>
  vm.runInNewContext(
    `${script.slice(script.indexOf('let files ='), script.indexOf('const stop ='))};
    function check() {};
    ({ addFiles, given })`,
    { File },
  );

describe('the files that are dropped on verify.html', () => {
  const NAME = 'vote-best-partner-crypto.tlog-proof';
  const namesOf = ({ others }: { others: File[] }) => others.map(({ name }) => name);
  const textsOf = ({ others }: { others: File[] }) => Promise.all(others.map((file) => file.text()));
  const file = (text: string, lastModified = 1, name = NAME) => new File([text], name, { lastModified });

  it('are all checked, also if the files of several voters have one name', async () => {
    const { addFiles, given } = takeFiles();
    const anna = (await receiptOf(goodNight(), placeOf(5))).slice(0, -30);
    const boris = await receiptOf(goodNight(), placeOf(6));
    await addFiles([file(formatBundle(await bundleOf(goodNight())), 1, 'bundle.jsonl'), file(anna)]);
    await addFiles([file(boris), file('{"cut', 1, 'other.json')]);
    expect(namesOf(given())).toEqual([NAME, `${NAME} (2)`, 'other.json']);
    expect((await textsOf(given())).slice(0, 2)).toEqual([anna, boris]);
    const { bundle, others } = given();
    const papers = await Promise.all(
      others
        .slice(0, 2)
        .map(async (other) => ({ name: other.name, kind: 'receipt' as const, text: await other.text() })),
    );
    const verdict = await runBlock({ bundle: (await bundle?.text()) ?? '', papers });
    expect(verdict).toMatchObject({ exit: 0, aside: ['receipt'] });
  });

  it('are each checked once if the same files are dropped again', async () => {
    const { addFiles, given } = takeFiles();
    await addFiles([file('anna'), file('boris')]);
    await addFiles([file('anna'), file('boris')]);
    expect(namesOf(given()).sort()).toEqual([NAME, `${NAME} (2)`]);
    expect((await textsOf(given())).sort()).toEqual(['anna', 'boris']);
    await addFiles([file('clara'), file('a number', 1, `${NAME} (3)`)]);
    expect(new Set(namesOf(given())).size).toBe(4);
  });

  it('are two files if they have one name and size and were saved at different times', async () => {
    const { addFiles, given } = takeFiles();
    await addFiles([file('one leaf', 1), file('one leaf', 2)]);
    expect(namesOf(given())).toEqual([NAME, `${NAME} (2)`]);
  });

  it('hold one bundle: the one that was dropped last', async () => {
    const { addFiles, given } = takeFiles();
    await addFiles([file('a', 1, 'a.jsonl'), file('note'), file('b', 1, 'b.jsonl')]);
    expect(given().bundle?.name).toBe('b.jsonl');
    expect(namesOf(given())).toEqual([NAME]);
  });
});

describe('verify.html', () => {
  it('runs its own script and style alone, and loads and sends nothing', () => {
    expect(policy.split('; ').toSorted()).toEqual(
      [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        `script-src ${hashOf(script)}`,
        `style-src ${hashOf(style)}`,
        'worker-src blob:',
      ].toSorted(),
    );
  });

  it('has no URL of another site', () => {
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\/[a-z]/);
    expect(html).not.toMatch(/\b(src|href)=/);
  });

  it.each([
    ['SAYINGS', SAYINGS],
    ['TEXTS', TEXTS],
  ])('has every text of %s in both languages, with the same placeholders', (_, { en, uk }) => {
    expect(Object.keys(en).length).toBeGreaterThan(30);
    expect(Object.keys(uk)).toEqual(Object.keys(en));
    for (const [id, text] of Object.entries(en)) {
      expect({ id, placeholders: placeholdersOf(uk[id]) }).toEqual({ id, placeholders: placeholdersOf(text) });
    }
  });

  it('has a text for each finding, and no other text', () => {
    const named = [...checks.matchAll(/'([a-z0-9-]+(?:\.[a-z-]+)?)'/g)].map(([, id = '']) => id);
    const reported = [...checks.matchAll(/report(?:Broken)?\(\s*'[a-z-]+',\s*([^,)]+)/g)].flatMap(([, id = '']) =>
      [...id.matchAll(/'([a-z.-]+)'/g)].map(([, each = '']) => each),
    );
    const thrown = [...checks.matchAll(/new (?:BadInput|Broken)\('([a-z0-9-]+)'/g)].map(([, id = '']) => id);
    expect(reported.length).toBeGreaterThan(50);
    expect(reported).toEqual(expect.arrayContaining(['root', 'root.after']));
    expect(thrown.length).toBeGreaterThan(30);
    expect([...reported, ...thrown].filter((id) => SAYINGS.en[id] === undefined)).toEqual([]);
    expect(Object.keys(SAYINGS.en).filter((id) => !named.includes(id))).toEqual([]);
  });
});
