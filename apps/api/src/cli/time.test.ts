import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

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
