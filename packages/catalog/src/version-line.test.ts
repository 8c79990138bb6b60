import { expect, it } from 'vitest';
import { isVersion, takeVersionLine, withVersionLine } from './version-line.ts';

const digest = 'abcdef0123456789'.repeat(4);
const folder = (text: string) => new Map([['edition.yaml', Buffer.from(text)]]);
const textOf = (files: ReadonlyMap<string, Buffer>) => files.get('edition.yaml')?.toString();

it('a folder names the version from which it was made, and is the same without the line', () => {
  const text = 'year: 2031\nname: Нагорода\n';
  const named = withVersionLine(folder(text), { id: 7, digest });
  expect(textOf(named)).toMatch(/^year: 2031\nname: Нагорода\n# Laurel: version 7 abcdef0123456789\. .*\n$/);
  const { version, files } = takeVersionLine(named);
  expect(textOf(files)).toBe(text);
  expect(version && isVersion(version, { id: 7, digest })).toBe(true);
  expect(version && isVersion(version, { id: 7, digest: 'f'.repeat(64) })).toBe(false);
  expect(version && isVersion(version, { id: 8, digest })).toBe(false);
});

it('keeps its lines where they are when somebody wrote below, also with the line breaks of Windows', () => {
  const named = textOf(withVersionLine(folder('year: 2031'), { id: 7, digest })) ?? '';
  const edited = `${named}log: {}\n`.replaceAll('\n', '\r\n');
  const { version, files } = takeVersionLine(folder(edited));
  expect(version).toEqual({ id: 7, digest: digest.slice(0, 16) });
  expect(textOf(files)).toBe('year: 2031\r\n\nlog: {}\r\n');
});

it('names none if the line was removed', () => {
  const files = folder('# Laurel: version seven\nyear: 2031\n');
  expect(takeVersionLine(files)).toEqual({ version: undefined, files });
});
