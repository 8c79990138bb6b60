import { createInstagramGraph } from '@laurel/api/adapters/instagram/graph';
import type { InstagramHandler, InstagramOutcome } from '@laurel/api/adapters/instagram/port';
import { pino } from 'pino';
import { createListeningApp } from '../listening-app.ts';
import { ACCESS_TOKEN, APP_SECRET, startGraphApi } from './graph-server.ts';

export const SITE = 'https://vote.example';
export const VERIFY_TOKEN = 'a-verify-token-for-tests';

/** A fake handler behind the port: names that wait for a code, and the recorded calls. */
const recordingHandler = () => {
  const awaiting = new Map<string, string>();
  const calls: { senderId: string; senderUsername: string; text: string; follows: boolean; followers?: unknown }[] = [];
  const faults: unknown[] = [];
  const handler: InstagramHandler = {
    instagramMessage: async ({ senderId, senderUsername, text, follows, followers }): Promise<InstagramOutcome> => {
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
      calls.push({ senderId, senderUsername, text, follows, followers });
      const code = awaiting.get(senderUsername);
      if (code === undefined) return 'UNKNOWN';
      if (!text.includes(code)) return 'WRONG_CODE';
      if (!follows) return 'RETRY';
      awaiting.delete(senderUsername);
      return 'VERIFIED';
    },
  };
  return { handler, awaiting, calls, failWith: (...errors: unknown[]): void => void faults.push(...errors) };
};

/** Limits of calls and stops that nothing reaches, milliseconds. */
const LONG_MS = 300_000;

/**
 * The adapter between a Graph API server and a recording handler, with real sockets on both sides.
 * @param setup.graceMs how long a stop waits for calls without an answer
 */
export const setUpGraph = async ({ now = () => new Date(), graceMs = LONG_MS } = {}) => {
  const api = await startGraphApi();
  const { handler, ...recorded } = recordingHandler();
  const failures: boolean[] = [];
  const log: string[] = [];
  const { app, origin, begin } = await createListeningApp();
  const graph = createInstagramGraph({
    apiRoot: api.origin,
    accessToken: ACCESS_TOKEN,
    appSecret: APP_SECRET,
    verifyToken: VERIFY_TOKEN,
    handler,
    siteUrl: SITE,
    now,
    logger: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    onFailure: (permanent) => void failures.push(permanent),
    timing: { callMs: LONG_MS, backoff: { firstMs: 5, mostMs: 30 }, graceMs },
  });
  await graph.register(app);
  // Another route, to check that the adapter's body parser only applies to its own routes.
  app.post('/api/other', async ({ body }) => ({ body }));
  await begin();
  return {
    api,
    graph,
    ...recorded,
    failures,
    log,
    origin,
    url: `${origin}/api/instagram/webhook`,
    close: async () => {
      await graph.stop();
      await app.close();
      await api.close();
    },
  };
};
