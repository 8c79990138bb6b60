import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Attack } from './attacks.ts';
import { patternOf } from './outcome.ts';

type Test = Attack['test'];

/** How a line of a report begins that says how a file or a test ended: Vitest’s and Playwright’s marks. */
const ENDED = /^\s*[✓✔×✗✘❯](?= )/;
/** Vitest’s line of a whole file. */
const OF_FILE = /(?<file>\S+\.(?:test|stack)\.tsx?) \(\d+ tests?\b/;

/**
 * Follows what the tools say while they work.
 * @returns what takes a line, and returns how many tests it ends: each is counted once
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

/** Gathers what comes in pieces into lines. @param each takes a line without its end */
export const byLine = (each: (line: string) => void): ((text: string) => void) => {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) each(line);
  };
};
