import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenTo } from './realtime.ts';
import { listen } from './stomp-client.ts';

vi.mock('./stomp-client.ts', () => ({ listen: vi.fn() }));

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
