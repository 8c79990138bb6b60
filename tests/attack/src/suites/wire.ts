import type { Cluster } from '@laurel/support/cluster';
import { z } from 'zod';

/** The options of a call; `from` is the address that a trusted proxy names. */
type Sent = { body?: object; token?: string; cookie?: string; from?: string };

/** A response: `result` is the error code of a refusal, otherwise the status. */
export type Answered = { status: number; result: string; data: Record<string, unknown>; headers: Headers };

const answer = z.object({ code: z.string().optional(), data: z.record(z.string(), z.unknown()).optional() });

/** Calls the processes of a cluster in turn. */
export const callerOf = (cluster: Pick<Cluster, 'servers'>) => {
  let turn = 0;
  return async (method: 'GET' | 'POST', path: string, sent: Sent = {}): Promise<Answered> => {
    const server = cluster.servers[turn++ % cluster.servers.length];
    const response = await fetch(`${server?.origin}${path.startsWith('/dev') ? '' : '/api'}${path}`, {
      method,
      headers: {
        ...(sent.body ? { 'content-type': 'application/json' } : {}),
        ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
        ...(sent.cookie ? { cookie: sent.cookie } : {}),
        ...(sent.from ? { 'x-forwarded-for': sent.from } : {}),
      },
      ...(sent.body ? { body: JSON.stringify(sent.body) } : {}),
    });
    const { code, data = {} } = answer.parse(await response.json());
    return { status: response.status, result: code ?? String(response.status), data, headers: response.headers };
  };
};

/** Runs `work` `count` times at once. */
export const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The number of responses with each result. */
export const tally = (answers: readonly { result: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { result } of answers) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
};
