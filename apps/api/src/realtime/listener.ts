import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { type ChangeEvent, EVENTS_CHANNEL } from '../lib/events.ts';

const eventSchema = z.object({ kind: z.literal('verification'), topic: z.string().regex(/^[0-9a-f]{64}$/) });

const RECONNECT_MS = { first: 200, most: 5_000 } as const;
/** A silent connection may be dead without saying so: it is asked this often. */
const ALIVE_CHECK_MS = 15_000;

export type EventListener = { close(): Promise<void> };

type Given = {
  /** A direct connection: LISTEN needs a session of its own. */
  url: string;
  onEvent(event: ChangeEvent): void;
  /** Events may have been missed: whatever is shown must be read again. */
  onGap(): void;
  onError(error: unknown): void;
};

const parse = (payload: string | undefined): ChangeEvent | undefined => {
  try {
    return eventSchema.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
};

/** Listens for other processes' events (PostgreSQL LISTEN), and comes back by itself after an outage. */
export const startEventListener = ({ url, onEvent, onGap, onError }: Given): EventListener => {
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const session = async (isFirst: boolean): Promise<void> => {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'laurel events',
      keepAlive: true,
      query_timeout: 5_000,
    });
    client = own;
    const ended = new Promise<void>((resolve) => {
      own.on('end', resolve);
      own.on('error', () => resolve());
    });
    own.on('notification', ({ payload }) => {
      const event = parse(payload);
      if (event) onEvent(event);
    });
    await own.connect();
    await own.query(`LISTEN ${EVENTS_CHANNEL}`);
    if (!isFirst) onGap();
    const check = setInterval(() => {
      own.query('SELECT 1').catch(() => own.end().catch(onError));
    }, ALIVE_CHECK_MS);
    await ended;
    clearInterval(check);
  };

  const run = async (): Promise<void> => {
    let delay: number = RECONNECT_MS.first;
    for (let first = true; !stopping.signal.aborted; first = false) {
      const startedAt = performance.now();
      await session(first).catch(onError);
      if (performance.now() - startedAt > ALIVE_CHECK_MS) delay = RECONNECT_MS.first;
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {});
      delay = Math.min(delay * 2, RECONNECT_MS.most);
    }
  };
  const running = run();

  return {
    close: async () => {
      stopping.abort();
      await client?.end().catch(() => {});
      await running;
    },
  };
};
