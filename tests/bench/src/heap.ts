import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@laurel/database/free-port';
import { WebSocket } from 'ws';
import { z } from 'zod';

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const usage = z.object({ id: z.number(), result: z.object({ usedSize: z.number() }) });
const ANSWERS_WITHIN_MS = 120_000;

/** A process's inspector, on a free port. */
export const openInspector = async () => {
  const port = await freePort();
  const find = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    return targets.parse(await answer.json())[0]?.webSocketDebuggerUrl ?? '';
  };
  return {
    /** The flags for the process. */
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http` },
    /** The memory in use after a garbage collection, megabytes. */
    heapMb: async (): Promise<number> => {
      const socket = new WebSocket(await find());
      await once(socket, 'open');
      let asked = 0;
      const ask = async (method: string): Promise<unknown> => {
        socket.send(JSON.stringify({ id: ++asked, method }));
        const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
        return JSON.parse(String(answer));
      };
      try {
        await ask('HeapProfiler.collectGarbage');
        await sleep(200);
        await ask('HeapProfiler.collectGarbage');
        return usage.parse(await ask('Runtime.getHeapUsage')).result.usedSize / 1024 / 1024;
      } finally {
        socket.terminate();
      }
    },
  };
};
