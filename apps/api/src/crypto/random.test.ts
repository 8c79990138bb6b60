import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digitsOf, newBase32, newHandle } from './random.ts';

const DRAWS = 20_000;
const drawn = (draw: () => string): string[] => Array.from({ length: DRAWS }, draw);

/** The frequency of each character at each position. */
const counts = (texts: readonly string[]): Map<string, number>[] =>
  Array.from({ length: texts[0]?.length ?? 0 }, (_, place) => {
    const seen = new Map<string, number>();
    for (const text of texts) seen.set(text.charAt(place), (seen.get(text.charAt(place)) ?? 0) + 1);
    return seen;
  });

/** Chi squared of one position: the deviation of its characters from equal frequencies. */
const unevenness = (seen: ReadonlyMap<string, number>): number => {
  const fair = DRAWS / seen.size;
  return [...seen.values()].reduce((sum, count) => sum + (count - fair) ** 2 / fair, 0);
};

describe('secret random values', () => {
  it('a handle has 128 bits and never repeats', () => {
    const handles = drawn(newHandle);
    expect(new Set(handles).size).toBe(DRAWS);
    for (const handle of handles) expect(Buffer.from(handle, 'base64url')).toHaveLength(16);
  });

  // Uniform values exceed these bounds in less than one of 1,000,000,000 runs.
  it.each([
    ['a code by mail or SMS has six digits', () => digitsOf(randomBytes(32)), 6, 10, 80],
    ['a backup code’s ten letters have five bits each', () => newBase32(10), 10, 32, 130],
  ])('%s, each as likely as any other at its place', (_what, draw, length, alphabet, bound) => {
    const places = counts(drawn(draw));
    expect(places).toHaveLength(length);
    for (const seen of places) {
      expect(seen.size).toBe(alphabet);
      expect(unevenness(seen)).toBeLessThan(bound);
    }
  });

  it('comes from node:crypto: Math.random only spreads retries', () => {
    const source = join(import.meta.dirname, '..');
    const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file));
    const using = files.flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('Math.random'))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(using.length).toBeGreaterThan(0);
    for (const line of using) expect(line).toMatch(/: await sleep\(/);
  });
});
