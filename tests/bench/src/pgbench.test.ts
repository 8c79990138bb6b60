import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPgbench, readTps } from './pgbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-pgbench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('pgbench', () => {
  it('causes a clear error if it is missing', () => {
    expect(() => findPgbench(folder, join(folder, 'none'))).toThrow(
      'No pgbench was found: install it (apt-get install postgresql-contrib) and try again.',
    );
  });

  it('is taken from the newest PostgreSQL, or from the PATH', () => {
    for (const version of ['9', '15', '17']) {
      mkdirSync(join(folder, version, 'bin'), { recursive: true });
      writeFileSync(join(folder, version, 'bin', 'pgbench'), '');
    }
    expect(findPgbench('', folder)).toBe(join(folder, '17/bin/pgbench'));
    expect(findPgbench(join(folder, '15/bin'), join(folder, 'none'))).toBe(join(folder, '15/bin/pgbench'));
  });

  it('reports transactions per second without failures', () => {
    const printed = 'number of failed transactions: 0 (0.000%)\ntps = 1234.5 (without initial connection time)\n';
    expect(readTps(printed)).toBe(1234.5);
    expect(() => readTps(printed.replace(': 0', ': 3'))).toThrow('pgbench gave no figure');
    expect(() => readTps('')).toThrow('pgbench gave no figure');
  });
});
