import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shownMoment } from './moment.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('a moment for people', () => {
  it.each([
    ['UTC', '2026-12-01T18:00:00Z', '2026-12-01T18:00:00.000Z'],
    ['Europe/Kyiv', '2026-12-01T18:00:00Z', '2026-12-01T18:00:00.000Z (20:00:00 +02:00)'],
    ['Europe/Kyiv', '2026-07-01T18:00:00Z', '2026-07-01T18:00:00.000Z (21:00:00 +03:00)'],
    ['Europe/Kyiv', '2026-12-01T23:30:00Z', '2026-12-01T23:30:00.000Z (2026-12-02 01:30:00 +02:00)'],
    ['America/St_Johns', '2026-12-01T02:00:00Z', '2026-12-01T02:00:00.000Z (2026-11-30 22:30:00 -03:30)'],
  ])('has the time in %s beside UTC', (zone, at, shown) => {
    vi.stubEnv('TZ', zone);
    expect(shownMoment(new Date(at))).toBe(shown);
  });
});

describe('the commands', () => {
  /** Where a moment goes to a program: CSV. */
  const TO_PROGRAMS: Readonly<Record<string, number>> = { 'moment.ts': 2, 'results.ts': 1 };

  it('show every moment beside its local time', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      expect([file, text.split('toISOString()').length - 1]).toEqual([file, TO_PROGRAMS[file] ?? 0]);
    }
  });
});
