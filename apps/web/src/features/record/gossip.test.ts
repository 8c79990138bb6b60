import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../../lib/storage.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { type FakeLog, fakeLog, logAnswer, otherLeaf } from '../../testing/fake-log.ts';
import { compareNow, compareShown, PAUSE_MS } from './gossip.ts';
import { forgetEvidence, readEvidence, readKept } from './kept.ts';

const NOW = Date.parse('2025-11-20T12:00:00Z');
const leaves = (count: number) => Array.from({ length: count }, (_, at) => otherLeaf(at));

let log: FakeLog;
let asked: number;
let online: boolean;
beforeEach(async () => {
  stubWindow();
  log = await fakeLog();
  asked = 0;
  online = true;
  vi.stubGlobal('fetch', async (url: string) => {
    asked += 1;
    if (!online) throw new TypeError('Failed to fetch');
    return logAnswer(log, url);
  });
});
afterEach(() => {
  clearStorage();
  vi.unstubAllGlobals();
});

describe('a browser that comes back', () => {
  it('keeps the newest checkpoint, and compares again only after ten minutes', async () => {
    await log.append(...leaves(3));
    expect(await compareNow(log.public, NOW)).toBeUndefined();
    const note = await log.append(...leaves(4));
    expect(await compareNow(log.public, NOW + PAUSE_MS - 1)).toBeUndefined();
    expect(asked).toBe(1);
    expect(await compareNow(log.public, NOW + PAUSE_MS)).toBeUndefined();
    expect(readKept()).toMatchObject({ note, comparedAt: NOW + PAUSE_MS });
  });

  it('detects a record that was rewritten, and says so until the user starts again', async () => {
    const kept = await log.append(...leaves(3));
    await compareNow(log.public, NOW);
    const shown = await log.rewrite(...leaves(5));
    const evidence = { fault: 'fork', at: NOW + PAUSE_MS, kept, shown };
    expect(await compareNow(log.public, NOW + PAUSE_MS)).toEqual(evidence);
    await log.rewrite(...leaves(5));
    expect(await compareShown(log.public, NOW + 3 * PAUSE_MS)).toEqual({ is: 'contradicts', evidence });
    forgetEvidence();
    expect(readEvidence()).toBeUndefined();
    expect(await compareShown(log.public, NOW + 3 * PAUSE_MS)).toEqual({ is: 'continued', before: 0, size: 5 });
  });

  it('says nothing without a network, or in a browser that can’t verify', async () => {
    await log.append(...leaves(3));
    online = false;
    expect(await compareShown(log.public, NOW)).toEqual({ is: 'unreadable' });
    expect(await compareNow(log.public, NOW)).toBeUndefined();
    online = true;
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Ed25519', 'NotSupportedError'));
    expect(await compareShown(log.public, NOW)).toEqual({ is: 'unsupported' });
    vi.restoreAllMocks();
    expect([readKept(), readEvidence()]).toEqual([undefined, undefined]);
  });
});
