import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Attack } from './attacks.ts';
import { patternOf } from './outcome.ts';

type Test = Attack['test'];

/** The marks at the beginning of a line with a result: Vitest’s and Playwright’s. */
const ENDED = /^\s*[✓✔×✗✘❯](?= )/;
/** Vitest’s line of a whole file. */
const OF_FILE = /(?<file>\S+\.(?:test|stack)\.tsx?) \(\d+ tests?\b/;

/**
 * Counts finished tests in the tools' output.
 * @returns a function that takes a line and returns the number of tests that it finishes; each counts once
 */
export const countFinished = (tests: readonly Test[]): ((line: string) => number) => {
  const open = new Set(tests);
  return (coloured) => {
    const line = stripVTControlCharacters(coloured);
    if (!ENDED.test(line)) return 0;
    const file = OF_FILE.exec(line)?.groups?.file;
    const endedHere = ({ file: own, title }: Test): boolean =>
      file === undefined
        ? line.includes(`${basename(own)}:`) && new RegExp(`› ${patternOf(title)}( \\(|$)`).test(line.trimEnd())
        : own === file || own.endsWith(`/${file}`);
    const ended = [...open].filter(endedHere);
    for (const test of ended) open.delete(test);
    return ended.length;
  };
};

/** Splits chunks into lines. @param each is called with a line without its end */
export const byLine = (each: (line: string) => void): ((text: string) => void) => {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) each(line);
  };
};
