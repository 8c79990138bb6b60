// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from './testing/clean-up.ts';
import { type FakeLog, fakeLog, logAnswer, otherLeaf } from './testing/fake-log.ts';

const NAMES = ['contradicts', 'saveKept', 'saveShown', 'again', 'first', 'reading', 'notReceipt', 'bundle'];

let log: FakeLog;
beforeEach(async () => {
  log = await fakeLog();
  await log.append(otherLeaf(1));
  vi.stubGlobal('fetch', async (url: string) => logAnswer(log, url));
});
afterEach(cleanUp);
afterEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
});

/** Runs the script of the page. Each text is its own name. */
const open = async () => {
  const texts = Object.fromEntries(NAMES.map((name) => [name, name]));
  const data = JSON.stringify({ log: log.public, texts, categories: {} });
  document.body.innerHTML = `<script type="application/json" id="record-data">${data}</script>
    <div id="browser" hidden><p>comparing</p></div>
    <label id="drop" hidden><input type="file" id="receipt"></label><div id="outcome" hidden></div>`;
  vi.resetModules();
  await import('./record-page.ts');
};
const text = (id: string) => document.getElementById(id)?.textContent;

describe('the page about the public record', () => {
  // This test fails, with the texts of the contradiction and of its buttons in one, if the shown text is used again.
  it('says that it compares when the user starts again', async () => {
    const evidence = { fault: 'fork', at: 1, kept: 'note', shown: 'another' };
    localStorage.setItem('recordEvidence', JSON.stringify(evidence));
    await open();
    await expect.poll(() => text('browser')).toBe('contradictssaveKeptsaveShownagain');
    [...document.querySelectorAll('button')].at(-1)?.click();
    expect(text('browser')).toBe('comparing');
    await expect.poll(() => text('browser')).toBe('first');
  });

  const drop = (file: File) =>
    document
      .getElementById('drop')
      ?.dispatchEvent(Object.assign(new Event('drop'), { dataTransfer: { files: [file] } }));

  it('shows the outcome of the file that was chosen last, even if the check of another one ends later', async () => {
    await open();
    const first = Promise.withResolvers<string>();
    vi.spyOn(Blob.prototype, 'text').mockReturnValueOnce(first.promise).mockResolvedValueOnce('no receipt');
    drop(new File([], 'first'));
    drop(new File([], 'second'));
    await expect.poll(() => text('outcome')).toBe('notReceipt');
    first.resolve('{"a bundle"');
    // A bundle is recognised at once, so the check ends before the next task.
    await new Promise((resolve) => setImmediate(resolve));
    expect(text('outcome')).toBe('notReceipt');
  });

  it('says of a file that can’t be read, such as a folder, that it is no receipt', async () => {
    await open();
    vi.spyOn(Blob.prototype, 'text').mockRejectedValue(new DOMException('a folder', 'NotFoundError'));
    drop(new File([], 'folder'));
    expect(text('outcome')).toBe('reading');
    await expect.poll(() => text('outcome')).toBe('notReceipt');
  });
});
