import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MisuseError } from './output.ts';
import { readSince, readTime } from './time.ts';

describe('the time of --since', () => {
  const NOW = new Date('2026-12-08T18:00:00Z');
  it.each([
    ['90m', '2026-12-08T16:30:00.000Z'],
    ['24h', '2026-12-07T18:00:00.000Z'],
    ['7d', '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T20:00:00+02:00', '2026-12-01T18:00:00.000Z'],
    ['2026-12-01T20:00+02:00', '2026-12-01T18:00:00.000Z'],
  ])('may be %s', (text, since) => {
    expect(readSince(text, '--since', NOW)).toEqual(new Date(since));
  });

  it.each(['', '7', '7w', '-1d', '1.5h', '1234567d', '2026-12-01', '2026-12-01T20:00:00', 'now'])(
    'may not be %j',
    (text) => {
      expect(() => readSince(text, '--since', NOW)).toThrow(MisuseError);
      expect(readTime(text)).toBeUndefined();
    },
  );
});

describe('the commands', () => {
  /** The number of times that a file prints for programs, in CSV. */
  const TO_PROGRAMS: Readonly<Record<string, number>> = { 'results.ts': 1 };

  it('show every time beside its local time', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      expect([file, text.split('toISOString()').length - 1]).toEqual([file, TO_PROGRAMS[file] ?? 0]);
    }
  });
});
