import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '@laurel/contracts/json';
import { type ChangeEvent, EVENTS_CHANNEL } from '@laurel/database/events';
import pg from 'pg';
import { z } from 'zod';
import { waitAtMost } from '../concurrency/wait-at-most.ts';

const eventSchema = z.object({ kind: z.literal('verification'), topic: z.string().regex(/^[0-9a-f]{64}$/) });

const RECONNECT_MS = { first: 200, most: 5_000 } as const;
/** A silent connection may be dead, so it is pinged this often. */
const ALIVE_CHECK_MS = 15_000;
/** The time limit for connecting, for a query, and for closing. */
const TIMEOUT_MS = 5_000;

export type EventListener = { close(): Promise<void> };

type Deps = {
  /** A direct connection: LISTEN needs its own session. */
  url: string;
  onEvent(event: ChangeEvent): void;
  /** Events may have been missed: read every displayed status again. */
  onGap(): void;
  onError(error: unknown): void;
  timeoutMs?: number;
};

/**
 * Listens for other processes' events (PostgreSQL LISTEN) and reconnects after an outage. Resolves once it listens, or once
 * the first attempt has failed. A client that subscribes later misses no event.
 */
export const startEventListener = async (deps: Deps): Promise<EventListener> => {
  const { url, onEvent, onGap, timeoutMs = TIMEOUT_MS } = deps;
  const stopping = new AbortController();
  const attempted = Promise.withResolvers<void>();

  const session = async (isFirst: boolean): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'laurel events',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    const ended = new AbortController();
    client.on('end', () => ended.abort());
    client.on('error', () => ended.abort());
    client.on('notification', ({ payload }) => {
      const event = eventSchema.safeParse(parseJson(payload ?? '')).data;
      if (event) onEvent(event);
    });
    let check: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`LISTEN ${EVENTS_CHANNEL}`);
      if (isFirst) attempted.resolve();
      else onGap();
      check = setInterval(() => {
        client.query('SELECT 1').catch(() => ended.abort());
      }, ALIVE_CHECK_MS);
      const over = AbortSignal.any([stopping.signal, ended.signal]);
      if (!over.aborted) await once(over, 'abort');
    } finally {
      attempted.resolve();
      clearInterval(check);
      // A dead connection may never emit its end.
      await waitAtMost(timeoutMs, client.end()).catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    let delay: number = RECONNECT_MS.first;
    for (let first = true; !stopping.signal.aborted; first = false) {
      const startedAt = performance.now();
      await session(first).catch((error: unknown) => {
        if (!stopping.signal.aborted) deps.onError(error);
      });
      if (performance.now() - startedAt > ALIVE_CHECK_MS) delay = RECONNECT_MS.first;
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
      delay = Math.min(delay * 2, RECONNECT_MS.most);
    }
  };
  const running = run();
  await attempted.promise;

  return {
    close: async () => {
      stopping.abort();
      await running;
    },
  };
};
