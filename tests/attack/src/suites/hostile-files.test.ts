import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { checkEdition } from '@laurel/catalog/load-edition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-files-'));
  cpSync(demoEditionDir, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The problems of the edition with one changed file. */
const problemsWith = async (file: string, change: (text: string) => string): Promise<string[]> => {
  const place = join(folder, file);
  const before = readFileSync(place, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(place, after);
  try {
    return (await checkEdition(folder)).map(({ file: at, field, message }) => `${at} ${field}: ${message}`);
  } finally {
    writeFileSync(place, before);
  }
};

const LINKS = [
  'javascript:pwned()',
  ' JaVaScRiPt:pwned()',
  'data:text/html,<script>pwned()</script>',
  'vbscript:x',
  '//elsewhere.example',
  'https://user:password@elsewhere.example',
  'file:///etc/passwd',
];
const INVISIBLE = ['\\u2028', '\\u2029', '\\0', '\\x1b[2J', '\\x85', '\\t'];

describe('an edition with hostile content is rejected', () => {
  it.each(LINKS)('every link of edition.yaml: %s', async (link) => {
    let links = 0;
    const problems = await problemsWith('edition.yaml', (text) =>
      text.replaceAll(/: "?https:\/\/[^"\s]+"?$/gm, () => {
        links += 1;
        return `: ${JSON.stringify(link)}`;
      }),
    );
    expect(links).toBeGreaterThan(6);
    expect(problems).toHaveLength(links);
    for (const problem of problems) expect(problem).toMatch(/^edition\.yaml links\.\S+: must be a full link/);
  });

  it.each(LINKS)('a nominee’s link: %s', async (link) => {
    const problems = await problemsWith('nominations/best-partner.yaml', (text) =>
      text.replace('https://northlight.example', () => JSON.stringify(link)),
    );
    expect(problems).toEqual([expect.stringMatching(/categories\[0\]\.companies\[0\]\.link: must be a full link/)]);
  });

  it.each(INVISIBLE)('invisible characters: %s', async (character) => {
    const title = await problemsWith('edition.yaml', (text) =>
      text.replace('en: The industry picks', () => `en: "x${character}y"`),
    );
    expect(title).toEqual([expect.stringMatching(/^edition\.yaml texts\.hero\.title\.en: /)]);
    const award = await problemsWith('nominations/donat.yaml', (text) =>
      text.replace(/title: \{ en: [^,]+,/, () => `title: { en: "x${character}y",`),
    );
    expect(award).toEqual([expect.stringMatching(/^nominations\/donat\.yaml title\.en: /)]);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('keys that reach the prototype of objects: %s', async (key) => {
    for (const file of ['edition.yaml', 'nominations/donat.yaml']) {
      const problems = await problemsWith(file, (text) => `${text}\n${key}: { polluted: true }\n`);
      expect(problems.length, file).toBeGreaterThan(0);
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    ['a script', '<script>pwned()</script>'],
    ['a handler', '<path onload="pwned()"/>'],
    ['a link', '<a href="javascript:pwned()"><path/></a>'],
    ['foreign content', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'],
    ['a picture from elsewhere', '<image href="https://elsewhere.example/x"/>'],
    ['an animation', '<animate attributeName="href" values="javascript:pwned()"/>'],
    ['a style sheet', '<style>@import url(https://elsewhere.example)</style>'],
    ['a reference to another file', '<use href="https://elsewhere.example#x"/>'],
  ])('a logo with %s', async (_what, content) => {
    const problems = await problemsWith('logos/kite-and-rook.svg', (text) =>
      text.replace(/<\/svg>\s*$/, `${content}</svg>`),
    );
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^logos\/kite-and-rook\.svg /);
  });
});
