import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { connectionFor, outputOf, runProgram } from './programs.ts';

/** Characters that a shell would interpret. */
const NASTY = [
  '; exit 7',
  '$(exit 7)',
  '`exit 7`',
  '| exit 7',
  '&& exit 7',
  '$HOME',
  '*',
  '"',
  "'",
  'a b',
  '\n',
  '%PATH%',
  '',
];

describe('a program', () => {
  it('gets its arguments unchanged, without a shell', async () => {
    const say = ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...NASTY];
    expect(JSON.parse(await text(Readable.from(outputOf(process.execPath, say))))).toEqual(NASTY);
  });

  it('ends at the signal, also one that was given before', async () => {
    const stopping = new AbortController();
    const run = runProgram('sleep', ['60'], { signal: stopping.signal });
    stopping.abort(new Error('Ctrl-C'));
    await expect(run).rejects.toThrow('Ctrl-C');
    await expect(runProgram('sleep', ['60'], { signal: stopping.signal })).rejects.toThrow('Ctrl-C');
  });

  it('with a stream that never ends on stdin is stopped by the signal, together with the stream', async () => {
    const stopping = new AbortController();
    const input = new Readable({ read: () => undefined });
    const fed = runProgram('cat', [], { input, signal: stopping.signal });
    input.push('x');
    stopping.abort();
    await expect(fed).rejects.toThrow();
    expect(input.destroyed).toBe(true);
  });

  it('that stops reading stdin is reported with its stderr, not with EPIPE', async () => {
    const closes = ['-c', 'head -c 1 >/dev/null; exec 0<&-; echo "no space left" >&2; sleep 0.1; exit 3'];
    const input = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(100_000)));
    await expect(runProgram('sh', closes, { input })).rejects.toThrow('sh failed: no space left');
  });

  it('is stopped if the stream on its stdin fails, and the error is that of the stream', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw new Error('the store broke');
    };
    const slow = ['-c', 'cat >/dev/null; exec sleep 600'];
    await expect(runProgram('sh', slow, { input: Readable.from(broken()) })).rejects.toThrow('the store broke');
  });

  it('that fails is reported with its stderr', async () => {
    const fails = ['-c', 'echo half; echo "no space left" >&2; exit 3'];
    await expect(runProgram('sh', fails)).rejects.toThrow('sh failed: no space left');
    await expect(text(Readable.from(outputOf('sh', fails)))).rejects.toThrow('sh failed: no space left');
    await expect(runProgram('/nowhere/pg_basebackup', [])).rejects.toThrow("can't be started");
  });
});

it('the connection string of a program refers to a password file that only its owner can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-programs-'));
  try {
    const url = 'postgres://laurel_backup:a%3Ab%5Cc%20d@postgres:5432/laurel?sslmode=require';
    const connection = new URL(connectionFor(url, folder, 'laurel_base_backup'));
    const passfile = join(folder, '.pgpass');
    expect(readFileSync(passfile, 'utf8')).toBe('*:*:*:*:a\\:b\\\\c d\n');
    expect(statSync(passfile).mode & 0o777).toBe(0o600);
    expect(connection.href.split('?')[0]).toBe('postgres://laurel_backup@postgres:5432/laurel');
    expect(Object.fromEntries(connection.searchParams)).toEqual({
      sslmode: 'require',
      passfile,
      application_name: 'laurel_base_backup',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('only this module, the page renderer, the password hasher, the reader of uploads and the search for clusters start programs, with spawn and without a shell', () => {
  const source = join(import.meta.dirname, '../../..');
  const files = globSync('{apps/api,packages/backup}/src/**/*.ts', { cwd: source }).filter(
    (file) => !/\.test\.ts$|(^|\/)testing[/.]/.test(file),
  );
  const imports = files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/^.*['"](?:node:)?child_process['"].*$/gm)].map(
      ([line]) => `${file}: ${line}`,
    ),
  );
  expect(imports.toSorted()).toEqual([
    "apps/api/src/adapters/edition-reader/reader.ts: import { fork } from 'node:child_process';",
    "apps/api/src/crypto/hasher.ts: import { type ChildProcess, fork } from 'node:child_process';",
    "apps/api/src/features/page/store.ts: import { spawn } from 'node:child_process';",
    "apps/api/src/wiring/cluster-search.ts: import { fork } from 'node:child_process';",
    "packages/backup/src/programs.ts: import { spawn } from 'node:child_process';",
  ]);
  for (const file of files) expect(readFileSync(join(source, file), 'utf8'), file).not.toMatch(/\bshell:/);
});
