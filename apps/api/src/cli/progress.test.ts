import { PassThrough } from 'node:stream';
import { listen } from '@laurel/support/cli';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProgress } from './progress.ts';

const WORK = { label: 'export', total: 200, unit: 'votes' };

describe('long work', () => {
  it('draws a bar on a terminal, up to its end, and nothing on stdout', async () => {
    const terminal = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 100,
      cursorTo: () => true,
      clearLine: () => true,
    });
    let shown = '';
    terminal.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    const output = { ...listen(), terminal };
    const answer = await withProgress(output, WORK, async (advance) => {
      advance(50);
      advance(150);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(shown).toContain('export');
    expect(shown).toContain('100 %, 200 of 200 votes');
    // After Ctrl-C a hidden cursor would stay hidden, and disabled line wrapping disabled.
    expect(shown).not.toContain('\x1b[?25l');
    expect(shown).not.toContain('\x1b[?7l');
    expect(output.lines).toEqual([]);
    expect(output.problems).toEqual([]);
  });

  describe('without a terminal', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('prints a line every ten seconds, and none for short work', async () => {
      const output = listen();
      await withProgress(output, WORK, async (advance) => {
        advance(50);
        await vi.advanceTimersByTimeAsync(9_000);
        expect(output.problems).toEqual([]);
        await vi.advanceTimersByTimeAsync(1_000);
        expect(output.problems).toEqual(['export: 25 %, 50 of 200 votes']);
        advance(150);
        await vi.advanceTimersByTimeAsync(10_000);
      });
      expect(output.problems).toEqual(['export: 25 %, 50 of 200 votes', 'export: 100 %, 200 of 200 votes']);
      expect(output.lines).toEqual([]);
    });

    it('counts work of unknown size, and stops if the work fails', async () => {
      const output = listen();
      const failing = withProgress(output, { ...WORK, total: 0 }, async (advance) => {
        advance(7);
        await vi.advanceTimersByTimeAsync(10_000);
        throw new Error('the disk is full');
      });
      await expect(failing).rejects.toThrow('the disk is full');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(output.problems).toEqual(['export: 7 votes']);
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
