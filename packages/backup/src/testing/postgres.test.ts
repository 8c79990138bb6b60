import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPrograms } from './postgres.ts';

it('the programs of PostgreSQL are found in Debian’s folder, or the package is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-programs-'));
  try {
    const missing = 'apt-get install postgresql';
    expect(() => findPrograms(join(folder, 'none'))).toThrow(missing);
    for (const [version, programs] of [
      ['14', ['initdb', 'postgres', 'pg_receivewal', 'pg_basebackup']],
      ['15', ['initdb', 'postgres']],
    ] as const) {
      mkdirSync(join(folder, version, 'bin'), { recursive: true });
      for (const program of programs) writeFileSync(join(folder, version, 'bin', program), '');
    }
    expect(() => findPrograms(folder)).toThrow(missing);
    for (const program of ['pg_receivewal', 'pg_basebackup']) writeFileSync(join(folder, '15/bin', program), '');
    expect(findPrograms(folder)).toBe(join(folder, '15/bin'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
