import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** The code of the language that the tests add (a private code of ISO 639). */
export const PSEUDO = 'qps';
/** Its label in the language switcher. */
export const PSEUDO_LABEL = 'QPS';

const root = join(import.meta.dirname, '../../../..');

/** The sign that is on every letter of the pseudo-language (a combining acute accent). */
const ACCENT = '\u0301';
const VALUE = /\{\{\w+\}\}|<[^>]+>/;
const accented = (text: string): string =>
  text.replace(new RegExp(`${VALUE.source}|[A-Za-z]`, 'g'), (part) =>
    part.length > 1 ? part : (part + ACCENT).normalize('NFC'),
  );

/** A text of the pseudo-language: every letter has an accent, and the text is 40 % longer. Values in it stay as they are. */
export const pseudo = (text: string): string => {
  const missing = Math.ceil(text.replaceAll(new RegExp(VALUE, 'g'), '').length * 0.4);
  const more = 'longer text '
    .repeat(Math.ceil(missing / 12))
    .slice(0, missing)
    .trimEnd();
  return accented(`${text} ${more}`);
};

/** Whether a text has a letter that is not of the pseudo-language. */
export const isForeign = (text: string): boolean => new RegExp(`[A-Za-z](?!${ACCENT})`).test(text);

/** All texts of a file in the pseudo-language. Text is what is not a list or a group of texts. */
const pseudoTexts = (texts: unknown): unknown => {
  if (typeof texts === 'string') return pseudo(texts);
  if (Array.isArray(texts)) return texts.map(pseudoTexts);
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, pseudoTexts(value)]));
};

const run = (folder: string, ...args: readonly string[]): void => {
  execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Replaces a text that a file contains. @throws Error if it does not */
const replaceIn = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
};

/**
 * Adds the pseudo-language to a temporary copy of the project, as CONTRIBUTING.md says, and builds the API and the page.
 * @returns the folder of the copy
 */
export const buildWithPseudoLanguage = (): { root: string; remove(): void } => {
  const copy = mkdtempSync(join(tmpdir(), 'laurel-language-'));
  for (const part of ['apps', 'packages', 'prisma', 'package.json', 'tsconfig.base.json']) {
    // Links between the workspaces are relative, so they lead to the copies.
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !['dist', '.turbo', '.vite-temp'].includes(basename(file)),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

  // One folder of JSON.
  const locales = join(copy, 'apps/web/src/i18n/locales');
  mkdirSync(join(locales, PSEUDO));
  for (const file of readdirSync(join(locales, 'en'))) {
    const texts: unknown = JSON.parse(readFileSync(join(locales, 'en', file), 'utf8'));
    writeFileSync(join(locales, PSEUDO, file), JSON.stringify(pseudoTexts(texts)));
  }
  // Its line in the list of languages.
  const list = join(copy, 'packages/contracts/src/languages.ts');
  replaceIn(list, "['en', 'uk']", `['en', 'uk', '${PSEUDO}']`);
  replaceIn(
    list,
    "locale: 'uk_UA' },",
    `locale: 'uk_UA' },\n  ${PSEUDO}: { label: '${PSEUDO_LABEL}', direction: 'ltr', decimalMark: '.', locale: 'en_US' },`,
  );

  const web = join(copy, 'apps/web');
  const vite = join(web, 'node_modules/vite/bin/vite.js');
  run(join(copy, 'apps/api'), 'build.ts');
  run(web, vite, 'build', '--logLevel', 'error');
  run(web, vite, 'build', '--ssr', 'src/draw.tsx', '--logLevel', 'error');
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
};
