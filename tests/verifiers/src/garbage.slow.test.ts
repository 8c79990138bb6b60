import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedHeader, goodNight, kept, receipt } from './case.ts';
import { goodCase } from './good.ts';
import { placeOf } from './night.ts';
import { bundleOf, formatBundle, itemOf, promisesOf, receiptOf } from './papers.ts';
import { runBlock } from './run-block.ts';
import { runScript, runScriptWith } from './run-script.ts';

const text = formatBundle(await bundleOf(goodNight()));
const [header = '', first = '', ...rest] = text.split('\n');

const FILES: readonly { name: string; bundle: string | Uint8Array<ArrayBuffer> }[] = [
  { name: 'an empty file', bundle: '' },
  { name: 'random octets', bundle: Uint8Array.from(randomBytes(5_000)) },
  { name: 'a text', bundle: 'Dear auditors,\nall is well.\n' },
  { name: 'another JSON', bundle: '{"format":"laurel/bundle/v2"}\n' },
  { name: 'a number', bundle: '7\n' },
  { name: 'null', bundle: 'null\n' },
  { name: 'JSON that is nested deeply', bundle: `${'['.repeat(100_000)}\n` },
  { name: 'an infinite number', bundle: `${header.replace('"quorum":2', '"quorum":1e999')}\n` },
  { name: 'a number that is none', bundle: `${header.replace('"quorum":2', '"quorum":NaN')}\n` },
  { name: 'a first line and nothing else', bundle: `${header}\n` },
  { name: 'a bundle without its last line', bundle: text.slice(0, text.lastIndexOf('{"end"')) },
  { name: 'a bundle that is cut within a line', bundle: text.slice(0, 9_000) },
  { name: 'lines after the end', bundle: `${text}${first}\n` },
  { name: 'a leaf after the exclusions', bundle: text.replace('{"end"', `${first}\n{"end"`) },
  { name: 'a leaf that is no base64', bundle: [header, '["?"]', ...rest].join('\n') },
  { name: 'a leaf that is a number', bundle: [header, '[1]', ...rest].join('\n') },
  { name: 'an empty line', bundle: [header, '', first, ...rest].join('\n') },
  { name: 'an empty list', bundle: [header, '[]', first, ...rest].join('\n') },
  { name: 'an exclusion without places', bundle: text.replace('{"end"', '{"exclusion":9}\n{"end"') },
  { name: 'octets that are no UTF-8', bundle: Uint8Array.from([...Buffer.from(`${header}\n`), 0x5b, 0x22, 0xff]) },
];

const VERIFIERS = [
  { name: 'verify.py', run: runScript },
  { name: 'verify.html', run: runBlock },
];

describe.each(VERIFIERS)('$name', ({ run }) => {
  it.each(FILES)('can’t check $name', async ({ bundle }) => {
    expect(await run({ bundle })).toMatchObject({ exit: 2 });
  });

  const fields = ['origin', 'verifierKey', 'witnesses', 'quorum', 'checkpoint', 'editions', 'result', 'voters'];
  it.each(fields)('can’t check a bundle whose %s has another type', async (field) => {
    expect(await run(await changedHeader(() => ({ [field]: true })))).toMatchObject({ exit: 2 });
  });

  const papers = [
    { name: 'a receipt that is no receipt', paper: receipt('a.txt', 'hello') },
    { name: 'a receipt of JSON that is cut', paper: receipt('a.json', '{"nomination":"best') },
    { name: 'a receipt without fields', paper: receipt('a.json', '[{}]') },
    { name: 'a receipt that is nested deeply', paper: receipt('a.json', '['.repeat(100_000)) },
    { name: 'a checkpoint that is cut', paper: kept('a.txt', 'awards.example/log/2026\n12\n') },
  ];
  it.each(papers)('sets aside $name', async ({ paper }) => {
    expect(await run({ bundle: text, papers: [paper] })).toMatchObject({ exit: 0, codes: [], aside: ['file'] });
  });

  it('checks the other receipts of a list in which one is none', async () => {
    const items = [{}, itemOf(goodNight(), placeOf(3), null, 'hello'), 7];
    const papers = [receipt('all.json', JSON.stringify(items)), kept('octets.txt', 'hello')];
    expect(await run({ bundle: text, papers })).toMatchObject({ exit: 0, aside: ['file', 'file', 'file', 'receipt'] });
  });
});

/** Half of a character: a surrogate without its pair. */
const HALF = '\ud800';

describe('both verifiers', () => {
  it('find that a receipt and a promise with half a character prove nothing, and check the others', async () => {
    const night = goodNight();
    const [made = ''] = await promisesOf(night, [placeOf(3)]);
    const halved = (note: string) => note.replace('\n\n', `\n\n${HALF}`);
    const items = [
      itemOf(night, placeOf(2), halved(await receiptOf(night, placeOf(2)))),
      itemOf(night, placeOf(3), null, halved(made)),
      { ...itemOf(night, placeOf(4), null), nomination: HALF },
    ];
    const lost = itemOf(night, placeOf(5), null);
    const given = { bundle: text, papers: [receipt('all.json', JSON.stringify([...items, lost, lost]))] };
    for (const { run } of VERIFIERS) {
      const { exit, codes, aside } = await run(given);
      expect({ exit, codes, aside }).toEqual({ exit: 0, codes: [], aside: ['clash', 'receipt', 'receipt', 'receipt'] });
    }
  });

  const halves = [
    { field: 'checkpoint', code: 'checkpoint', change: (value: string) => `${HALF}${value}` },
    { field: 'verifierKey', code: 'log-key', change: (value: string) => `${HALF}${value}` },
    { field: 'origin', code: 'checkpoint', change: (value: string) => `${HALF}${value}` },
  ];
  it.each(halves)('find half a character in the $field of a bundle', async ({ field, code, change }) => {
    const given = await changedHeader((header) => ({ [field]: change(String(header[field])) }));
    const [one, other] = await Promise.all([runScript(given), runBlock(given)]);
    expect(one).toMatchObject({ exit: 1, codes: expect.arrayContaining([code]) });
    expect(one.codes).toEqual(other.codes);
  });

  it('find half a character in the key of a witness', async () => {
    const given = await changedHeader(({ witnesses }) => ({ witnesses: [HALF, ...(witnesses as string[])] }));
    const keyed = await changedHeader(({ witnesses }) => ({
      witnesses: (witnesses as string[]).map((key) => `${HALF}${key}`),
    }));
    for (const each of [given, keyed]) {
      const [one, other] = await Promise.all([runScript(each), runBlock(each)]);
      expect(one).toMatchObject({ exit: 1, codes: expect.arrayContaining(['witness']) });
      expect(one.codes).toEqual(other.codes);
    }
  });

  it('say the same, and never break, when one octet of a bundle changes', async () => {
    const octets = Buffer.from(text);
    const change = fc.tuple(fc.nat(octets.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([at, by]) => {
        const bundle = Uint8Array.from(octets);
        bundle[at] = (bundle[at] ?? 0) ^ by;
        const [one, other] = await Promise.all([runScript({ bundle }), runBlock({ bundle })]);
        expect({ exit: one.exit, codes: one.codes }).toEqual({ exit: other.exit, codes: other.codes });
      }),
      { numRuns: 40 },
    );
  });
});

describe('the arguments of verify.py', () => {
  it('are refused with the same exit code', async () => {
    const { bundle } = await goodCase();
    expect((await runScriptWith([])).exit).toBe(2);
    expect((await runScriptWith(['/no/such/file'])).exit).toBe(2);
    expect((await runScript({ bundle, key: 'no key' })).exit).toBe(2);
    expect((await runScript({ bundle, witnesses: ['awards.example+12345678+AAAA'] })).exit).toBe(2);
  });

  it('are explained', async () => {
    const { exit, stdout } = await runScriptWith(['--help']);
    expect(exit).toBe(0);
    expect(stdout).toContain('--receipt');
  });
});
