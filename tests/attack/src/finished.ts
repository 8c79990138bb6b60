import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Case } from './case.ts';
import { patternOf } from './outcome.ts';

type Proof = Case['proof'];

/** How a line of a report begins that says how a file or a test ended: Vitest’s and Playwright’s marks. */
const ENDED = /^\s*[✓✔×✗✘❯](?= )/;
/** Vitest’s line of a whole file. */
const OF_FILE = /(?<file>\S+\.(?:test|stack)\.tsx?) \(\d+ tests?\b/;

/**
 * Follows what the tools say while they work.
 * @returns what takes a line, and says how many proofs it ends: each is counted once
 */
export const countFinished = (proofs: readonly Proof[]): ((line: string) => number) => {
  const open = new Set(proofs);
  return (coloured) => {
    const line = stripVTControlCharacters(coloured);
    if (!ENDED.test(line)) return 0;
    const file = OF_FILE.exec(line)?.groups?.file;
    const endedHere = ({ file: own, test }: Proof): boolean =>
      file === undefined
        ? line.includes(`${basename(own)}:`) && new RegExp(`› ${patternOf(test)}( \\(|$)`).test(line.trimEnd())
        : own === file || own.endsWith(`/${file}`);
    const ended = [...open].filter(endedHere);
    for (const proof of ended) open.delete(proof);
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
