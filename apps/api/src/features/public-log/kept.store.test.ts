import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptIn } from './kept.store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the kept checkpoint', () => {
  it('is the one that was written last, in one file', async () => {
    const kept = keptIn(folder, 2026);
    expect(await kept.read()).toBeUndefined();
    for (const note of ['one\n', 'two\n']) {
      await kept.write(note);
      expect(await kept.read()).toBe(note);
    }
    expect(readdirSync(folder)).toEqual(['log-2026.checkpoint']);
  });

  it('leaves no draft behind when it can’t be written', async () => {
    // A folder in its place: like a full disk, it makes the write fail after the draft was opened.
    mkdirSync(join(folder, 'log-2026.checkpoint'));
    await expect(keptIn(folder, 2026).write('one\n')).rejects.toMatchObject({ code: 'EISDIR' });
    expect(readdirSync(folder)).toEqual(['log-2026.checkpoint']);
  });
});
