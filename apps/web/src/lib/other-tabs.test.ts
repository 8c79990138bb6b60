import { afterEach, describe, expect, it, vi } from 'vitest';
import { notifyOtherTabs, onVoteInOtherTab } from './other-tabs.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a recorded vote', () => {
  it('is heard by the other tabs until they stop listening', async () => {
    const heard = vi.fn();
    const stop = onVoteInOtherTab(heard);
    notifyOtherTabs();
    await expect.poll(() => heard).toHaveBeenCalledTimes(1);
    stop();
    notifyOtherTabs();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toHaveBeenCalledTimes(1);
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
