import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyOtherTabs, onVoteInOtherTab } from './other-tabs.ts';
import { listenTo } from './realtime.ts';
import { listen } from './stomp-client.ts';

vi.mock('./stomp-client.ts', () => ({ listen: vi.fn() }));

describe('a message to other tabs', () => {
  it('reaches other channels until they stop listening', async () => {
    const received = vi.fn();
    const end = onVoteInOtherTab(received);
    notifyOtherTabs();
    await expect.poll(() => received).toHaveBeenCalledTimes(1);
    end();
    notifyOtherTabs();
    // Once a third channel receives the message, the first would have too.
    const last = vi.fn();
    const endLast = onVoteInOtherTab(last);
    notifyOtherTabs();
    await expect.poll(() => last).toHaveBeenCalled();
    endLast();
    expect(received).toHaveBeenCalledTimes(1);
  });
});

describe('listening over the realtime connection', () => {
  const stop = vi.fn();
  const handler = (): void => undefined;
  beforeEach(() => {
    vi.mocked(listen).mockReturnValue(stop);
  });
  afterEach(() => {
    vi.mocked(listen).mockReset();
    stop.mockReset();
  });

  it('starts once its code is loaded, and stops', async () => {
    const listening = { askAt: '/app/chat/event' };
    const end = listenTo('/topic/chat/event', handler, listening);
    await expect.poll(() => listen).toHaveBeenCalled();
    expect(vi.mocked(listen).mock.calls).toEqual([['/topic/chat/event', handler, listening]]);
    end();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('never starts if it was stopped before its code loaded', async () => {
    listenTo('/topic/statistics', handler)();
    await vi.dynamicImportSettled();
    expect([vi.mocked(listen).mock.calls.length, stop.mock.calls.length]).toEqual([0, 0]);
  });
});
