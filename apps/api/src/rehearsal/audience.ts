import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_PATH, STATISTICS_TOPIC } from '@laurel/contracts/destinations';
import { someAddress } from './site.ts';

/** The page's own first delay before it connects again, milliseconds. */
const RECONNECT_MS = 5_000;
/** The time in which all pages are opened, seconds. */
const GATHERED_WITHIN_S = 15;
/** The lowest rate at which pages are opened. */
const FEWEST_A_SECOND = 25;

const frame = (command: string, headers: Record<string, string>): string =>
  `${command}\n${Object.entries(headers)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}\n\0`;
const CONNECT = frame('CONNECT', { 'accept-version': '1.2', host: 'laurel', 'heart-beat': '0,0' });
const SUBSCRIBE = frame('SUBSCRIBE', { id: '0', destination: STATISTICS_TOPIC, receipt: 'subscribed' });

export type Audience = {
  /** The number of sockets that are subscribed now. */
  open(): number;
  /** The number of connections that were lost since the start. */
  lost(): number;
  /** Resolves with the number of subscribed sockets once all are subscribed, or after the limit. */
  gathered(limitMs: number): Promise<number>;
  leave(): void;
};

/** Open pages: sockets that subscribe to the percentages, and connect again as the page does. */
export const gatherAudience = (origin: string, size: number): Audience => {
  const url = `${origin.replace(/^http/, 'ws')}${SOCKET_PATH}`;
  const open = new Set<WebSocket>();
  const all = new Set<WebSocket>();
  let lost = 0;
  let leaving = false;

  const connect = (from: string): void => {
    if (leaving) return;
    // An option of undici, the WebSocket of Node.js, beyond that of browsers.
    const socket = new WebSocket(url, { protocols: ['v12.stomp'], headers: { 'x-forwarded-for': from, origin } });
    all.add(socket);
    socket.addEventListener('open', () => socket.send(CONNECT));
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return;
      if (data.startsWith('CONNECTED')) socket.send(SUBSCRIBE);
      else if (data.startsWith('RECEIPT')) open.add(socket);
    });
    // A failed connection is closed as well.
    socket.addEventListener('close', () => {
      all.delete(socket);
      if (open.delete(socket)) lost += 1;
      setTimeout(connect, RECONNECT_MS, from).unref();
    });
  };
  const gather = async (): Promise<void> => {
    const perSecond = Math.max(FEWEST_A_SECOND, size / GATHERED_WITHIN_S);
    for (let each = 0; each < size && !leaving; each += 1) {
      connect(someAddress());
      if (each % 10 === 9) await sleep(10_000 / perSecond);
    }
  };
  void gather();

  return {
    open: () => open.size,
    lost: () => lost,
    gathered: async (limitMs) => {
      for (const until = performance.now() + limitMs; open.size < size && performance.now() < until; ) await sleep(50);
      return open.size;
    },
    leave: () => {
      leaving = true;
      for (const socket of all) socket.close();
    },
  };
};
