import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { feedProgram, outputOf, runProgram, startProgram } from './programs.ts';

const NODE = process.execPath;
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
const SAY = ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...NASTY];

describe('a program', () => {
  it('gets its arguments unchanged, without a shell', async () => {
    const { child, ended } = startProgram(NODE, SAY);
    const [output, { code }] = await Promise.all([text(child.stdout), ended]);
    expect([JSON.parse(output), code]).toEqual([NASTY, 0]);
    expect(JSON.parse(await runProgram(NODE, SAY))).toEqual(NASTY);
    expect(JSON.parse(await text(Readable.from(outputOf(NODE, SAY))))).toEqual(NASTY);
  });

  it('passes on each line of its stderr, even if a line arrives in parts', async () => {
    const lines: string[] = [];
    const cut = `
      const alive = setInterval(() => {}, 1000);
      process.once('SIGUSR2', () => { clearInterval(alive); process.stderr.write('o\\nthree\\n'); });
      process.stderr.write('one\\ntw');`;
    const { child, ended } = startProgram(NODE, ['-e', cut], (line) => {
      // The first part has been read.
      if (lines.push(line) === 1) child.kill('SIGUSR2');
    });
    await ended;
    expect(lines).toEqual(['one', 'two', 'three']);
  });

  it('with a stream on stdin gets its arguments unchanged, too', async () => {
    const check = `process.stdin.resume(); process.exitCode = process.argv[1] === ${JSON.stringify(JSON.stringify(NASTY))} ? 0 : 3`;
    await feedProgram(NODE, ['-e', check, '--', JSON.stringify(NASTY)], Readable.from([Buffer.from('x')]));
    const other = feedProgram(NODE, ['-e', check, '--', 'another'], Readable.from([Buffer.from('x')]));
    await expect(other).rejects.toThrow('failed');
  });

  it('with a stream that never ends on stdin is stopped by the signal', async () => {
    const stopping = new AbortController();
    const body = new Readable({ read: () => undefined });
    const fed = feedProgram(NODE, ['-e', 'process.stdin.resume()'], body, stopping.signal);
    body.push('x');
    stopping.abort();
    await expect(fed).rejects.toThrow();
    expect(body.destroyed).toBe(true);
  });
});

it('only this module, the page renderer, the password hasher and the reader of uploads start programs, with spawn and without a shell', () => {
  const source = join(import.meta.dirname, '../../..');
  const files = globSync('{apps/api,packages/backup}/src/**/*.ts', { cwd: source }).filter(
    (file) => !/\.test\.ts$|(^|\/)testing\//.test(file),
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
    "packages/backup/src/programs.ts: import { type ChildProcessByStdio, spawn } from 'node:child_process';",
  ]);
  for (const file of files) expect(readFileSync(join(source, file), 'utf8'), file).not.toMatch(/\bshell:/);
});
