import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { writeLinesTo } from './log-lines.ts';
import { createLogger } from './logger.ts';

it('the log writes whole lines in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  const fd = openSync(join(folder, 'log'), 'w');
  const logger = createLogger({ LOG_LEVEL: 'info' }, writeLinesTo(fd));
  const texts = ['one', 'їжак', 'x'.repeat(200_000)];
  for (const text of texts) logger.info(text);
  closeSync(fd);
  const lines = readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(texts);
  rmSync(folder, { recursive: true });
});

const LOGGER = new URL('./logger.ts', import.meta.url).href;
const PROGRAM = `
  const { createLogger } = await import('${LOGGER}');
  const logger = createLogger({ LOG_LEVEL: 'info' });
  for (let line = 0; line < 3; line += 1) logger.info({ line }, 'said');
  process.stderr.write('went on');`;

it('continues when the disk is full or the pipe is closed', async () => {
  for (const to of ['> /dev/full', '| true']) {
    const shell = spawn(
      '/bin/sh',
      ['-c', `"$0" --disable-warning=ExperimentalWarning --input-type=module -e "$1" ${to}`, process.execPath, PROGRAM],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const [stderr, [, signal]] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
    expect([to, stderr, signal]).toEqual([to, 'went on', null]);
  }
});
