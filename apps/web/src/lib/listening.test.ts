import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hearOtherTabs, tellOtherTabs } from './other-tabs.ts';
import { listenTo } from './realtime.ts';
import { listen } from './stomp-client.ts';

vi.mock('./stomp-client.ts', () => ({ listen: vi.fn() }));

describe('what is told to other tabs', () => {
  it('is heard by them, not by the one that told it, until they end listening', async () => {
    const heard = vi.fn();
    const end = hearOtherTabs(heard);
    tellOtherTabs();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    end();
    tellOtherTabs();
    // A third channel hears it: by then the first one would have.
    const last = vi.fn();
    const endLast = hearOtherTabs(last);
    tellOtherTabs();
    await vi.waitFor(() => expect(last).toHaveBeenCalled());
    endLast();
    expect(heard).toHaveBeenCalledTimes(1);
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

  it('begins once its code is there, and ends', async () => {
    const listening = { askAt: '/app/chat/event' };
    const end = listenTo('/topic/chat/event', handler, listening);
    await vi.waitFor(() => expect(listen).toHaveBeenCalled());
    expect(vi.mocked(listen).mock.calls).toEqual([['/topic/chat/event', handler, listening]]);
    end();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('never begins where it was ended before', async () => {
    listenTo('/topic/statistics', handler)();
    await vi.dynamicImportSettled();
    expect([vi.mocked(listen).mock.calls.length, stop.mock.calls.length]).toEqual([0, 0]);
  });
});
