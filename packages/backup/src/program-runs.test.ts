import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionFor, feedProgram, outputOf, runProgram } from './programs.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-programs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the connection string of a program', () => {
  it('refers to a password file that only its owner can read, and holds no password', () => {
    const url = 'postgres://laurel_backup:a%3Ab%5Cc%20d@postgres:5432/laurel?sslmode=require';
    const connection = connectionFor(url, folder, 'laurel_base_backup');
    const file = join(folder, '.pgpass');
    expect(readFileSync(file, 'utf8')).toBe('*:*:*:*:a\\:b\\\\c d\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { username, password, host, searchParams } = new URL(connection);
    expect({ username, password, host, ...Object.fromEntries(searchParams) }).toEqual({
      username: 'laurel_backup',
      password: '',
      host: 'postgres:5432',
      sslmode: 'require',
      passfile: file,
      application_name: 'laurel_base_backup',
    });
  });
});

it('a program ends at the signal', async () => {
  const stopping = new AbortController();
  const run = runProgram('sleep', ['60'], stopping.signal);
  stopping.abort(new Error('Ctrl-C'));
  await expect(run).rejects.toThrow('Ctrl-C');
  await expect(runProgram('sleep', ['60'], stopping.signal)).rejects.toThrow('Ctrl-C');
});

describe('a program that fails', () => {
  it('while it reads stdin is reported with its stderr, not with EPIPE', async () => {
    const closes = ['-c', 'head -c 1 >/dev/null; exec 0<&-; echo "no space left" >&2; sleep 0.1; exit 3'];
    const much = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(100_000)));
    await expect(feedProgram('sh', closes, much)).rejects.toThrow('sh failed: no space left');
  });

  const fails = ['-c', 'echo half; echo "no space left" >&2; exit 3'];

  it('is reported with its stderr', async () => {
    await expect(runProgram('sh', fails)).rejects.toThrow('sh failed: no space left');
    await expect(buffer(Readable.from(outputOf('sh', fails)))).rejects.toThrow('sh failed: no space left');
    await expect(feedProgram('sh', fails, Readable.from([Buffer.alloc(10)]))).rejects.toThrow('no space left');
    await expect(runProgram('/nowhere/pg_basebackup', [])).rejects.toThrow("can't be started");
  });
});
