import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubWindow } from '../testing/browser-storage.ts';
import { type SocketServer, stubSockets } from '../testing/fake-socket.ts';
import { listen } from './stomp-client.ts';

const TOPIC = '/topic/statistics';
const SECOND_MS = 1_000;

let server: SocketServer;
let browser: EventTarget;
const ends: (() => void)[] = [];

/** Listens until the end of the test. */
const subscribe = (
  destination: string,
  handler: (message: unknown) => void = () => {},
  listening = {},
): (() => void) => {
  const end = listen(destination, handler, listening);
  ends.push(end);
  return end;
};
const frames = (command: string): string[] => server.sent.filter((frame) => frame.startsWith(`${command}\n`));
const waitForFrames = () => vi.advanceTimersByTimeAsync(10);

beforeEach(() => {
  vi.useFakeTimers();
  browser = new EventTarget();
  stubWindow({
    location: { protocol: 'https:', host: 'awards.example' },
    addEventListener: browser.addEventListener.bind(browser),
    removeEventListener: browser.removeEventListener.bind(browser),
  });
  server = stubSockets();
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await vi.runOnlyPendingTimersAsync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the realtime connection', () => {
  it('RT-04 reconnects after 5 s, then after twice as long each time, up to 15 minutes', async () => {
    server.open = false;
    subscribe(TOPIC);
    await vi.advanceTimersByTimeAsync(3_000 * SECOND_MS);
    const pauses = server.tries.slice(1).map((at, index) => Math.round((at - (server.tries[index] ?? 0)) / SECOND_MS));
    expect(pauses.slice(0, 9)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900]);
    expect(Math.max(...pauses)).toBe(900);
  });

  it('RT-04 sends a heart-beat every 10 s, and reconnects when the server is silent for longer than two', async () => {
    server.heartBeat = '10000,10000';
    subscribe(TOPIC);
    await waitForFrames();
    expect(frames('CONNECT')).toHaveLength(1);
    for (const beats of [1, 2, 3, 4]) {
      await vi.advanceTimersByTimeAsync(10 * SECOND_MS);
      expect(server.sent.filter((frame) => frame === '\n')).toHaveLength(beats);
      server.say(TOPIC, '[]');
    }
    await vi.advanceTimersByTimeAsync(20 * SECOND_MS);
    expect(server.tries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(16 * SECOND_MS);
    expect(server.tries).toHaveLength(2);
    expect(frames('SUBSCRIBE')).toHaveLength(1);
  });

  it('starts again at 5 s after a successful connection', async () => {
    server.open = false;
    subscribe(TOPIC);
    await vi.advanceTimersByTimeAsync(40 * SECOND_MS);
    server.open = true;
    await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
    const before = server.tries.length;
    const cutAt = Date.now();
    server.cut();
    await vi.advanceTimersByTimeAsync(6 * SECOND_MS);
    expect(server.tries.slice(before).map((at) => Math.round((at - cutAt) / SECOND_MS))).toEqual([5]);
  });

  it.each([
    ['the network is back', 'online'],
    ['the tab is visible again', 'visibilitychange'],
  ])('reconnects at once when %s, unless it is connected', async (_, event) => {
    vi.stubGlobal('document', { visibilityState: 'visible' });
    server.open = false;
    subscribe(TOPIC);
    await vi.advanceTimersByTimeAsync(100 * SECOND_MS);
    server.open = true;
    const before = server.tries.length;
    browser.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(server.tries).toHaveLength(before + 1);
    expect(frames('SUBSCRIBE')).toHaveLength(1);
    browser.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(server.tries).toHaveLength(before + 1);
  });

  it('does not reconnect for a tab that is hidden', async () => {
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    server.open = false;
    subscribe(TOPIC);
    await vi.advanceTimersByTimeAsync(100 * SECOND_MS);
    const before = server.tries.length;
    browser.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(server.tries).toHaveLength(before);
  });

  it('subscribes, requests the current state and reports the gap after each connection', async () => {
    const afterGap = vi.fn();
    subscribe('/topic/chat/event', () => {}, { askAt: '/app/chat/event', afterGap });
    await waitForFrames();
    expect(frames('SUBSCRIBE')).toHaveLength(1);
    expect(frames('SEND')).toEqual([expect.stringContaining('destination:/app/chat/event')]);
    expect(afterGap.mock.calls).toEqual([[true]]);
    server.cut();
    await vi.advanceTimersByTimeAsync(6 * SECOND_MS);
    expect(frames('SUBSCRIBE')).toHaveLength(1);
    expect(frames('SEND')).toHaveLength(1);
    expect(afterGap.mock.calls).toEqual([[true], [false]]);
    // A topic that an open connection subscribes to later has missed messages, too.
    const later = vi.fn();
    subscribe(TOPIC, () => {}, { afterGap: later });
    expect(later.mock.calls).toEqual([[true]]);
  });

  it('is shared by all listeners, and closes with the last', async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const endFirst = subscribe(TOPIC, first);
    const endSecond = subscribe(TOPIC, second);
    subscribe('/topic/chat/event')();
    await waitForFrames();
    expect(frames('CONNECT')).toEqual([expect.stringContaining('heart-beat:10000,10000')]);
    expect(server.tries).toHaveLength(1);
    expect(frames('SUBSCRIBE')).toHaveLength(1);
    server.say(TOPIC, '[1]');
    endFirst();
    server.say(TOPIC, '[2]');
    expect(first.mock.calls).toEqual([[[1]]]);
    expect(second.mock.calls).toEqual([[[1]], [[2]]]);
    endSecond();
    await waitForFrames();
    expect(frames('DISCONNECT')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
    expect(server.tries).toHaveLength(1);
  });

  it('RT-05 logs an unreadable message to the console, and continues', async () => {
    const output = vi.spyOn(console, 'error').mockReturnValue();
    const received = vi.fn();
    subscribe(TOPIC, received);
    await waitForFrames();
    server.say(TOPIC, 'no JSON');
    server.say(TOPIC, '{"a":1}');
    expect(output.mock.calls).toEqual([['Cannot get socket message']]);
    expect(received.mock.calls).toEqual([[{ a: 1 }]]);
  });
});
