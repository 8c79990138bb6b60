import { afterEach, describe, expect, it, vi } from 'vitest';
import { notifyOtherTabs, onVoteInOtherTab } from './other-tabs.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a recorded vote', () => {
  it('reaches the other tabs until they stop listening', async () => {
    const [first, last] = [vi.fn(), vi.fn()];
    const stop = onVoteInOtherTab(first);
    notifyOtherTabs();
    await expect.poll(() => first).toHaveBeenCalledTimes(1);
    stop();
    // Once a later channel receives the message, the first would have, too.
    const stopLast = onVoteInOtherTab(last);
    notifyOtherTabs();
    await expect.poll(() => last).toHaveBeenCalled();
    stopLast();
    expect(first).toHaveBeenCalledTimes(1);
  });

  it('breaks nothing in a browser that refuses the channel', () => {
    class Refused {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    }
    vi.stubGlobal('BroadcastChannel', Refused);
    const stop = onVoteInOtherTab(() => undefined);
    notifyOtherTabs();
    expect(stop).not.toThrow();
  });
});
