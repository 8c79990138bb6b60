import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const demo = join(import.meta.dirname, '../../../../packages/catalog/editions/demo');

/** Each would call `pwned` if it were not treated as text. */
export const PAYLOADS: readonly string[] = [
  `"'><script>pwned()</script>`,
  '<img src=x onerror=pwned()>',
  '</script></title></style></textarea><svg onload=pwned()>',
  '--><a href="javascript:pwned()">x</a>{{7*7}}',
  '&lt;img src=x onerror=pwned()&gt;&#60;script&#62;pwned()',
  '\\u003cimg src=x onerror=pwned()\\u003e\\x3cscript>',
  `' onmouseover=pwned() autofocus onfocus=pwned() x='`,
];

/** Keys whose values are not texts: names, choices, numbers and times. */
const NO_TEXT = new Set(['tag', 'logo', 'backgroundName', 'visibility', 'supportEmail', 'blockedRegions', 'phases']);

/** Equal texts are replaced by equal ones, because a nominee has one name. */
const payloadFor = (text: string, turn: number): string => {
  const sum = Array.from(text).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), turn);
  return PAYLOADS[sum % PAYLOADS.length] ?? '';
};

const spoil = (value: unknown, key: string, turn: number): unknown => {
  if (NO_TEXT.has(key)) return value;
  // A description is sanitised markup, which must not end up empty.
  if (key === 'desc') return { en: `Words ${PAYLOADS.join(' ')}`, uk: `Слова ${PAYLOADS.join(' ')}` };
  if (Array.isArray(value)) return value.map((each) => spoil(each, key, turn));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, spoil(each, name, turn + name.length)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (/^https?:/.test(value)) return `${value}/?a="><img/src=x/onerror=pwned()>'onclick='pwned()`;
  return key === 'en' || key === 'uk' || key === 'name' ? payloadFor(value, turn) : value;
};

const FILES = ['edition.yaml', ...readdirSync(join(demo, 'nominations')).map((name) => `nominations/${name}`)];

/** Writes an edition in which every text and every link of the demo edition is an attack, and names its folder. */
export const writeHostileEdition = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-hostile-'));
  cpSync(demo, folder, { recursive: true });
  for (const [turn, file] of FILES.entries()) {
    const data: unknown = parse(readFileSync(join(demo, file), 'utf8'));
    // A name gets the same payload in every file, because it must be the same in all files.
    writeFileSync(join(folder, file), stringify(spoil(data, '', file === 'edition.yaml' ? turn : 0)));
  }
  return folder;
};
