import { createSite, type Site } from '@laurel/api/rehearsal/site';
import type { Vote } from '@laurel/contracts/records';

/** The result of a call; status 0 means that the connection broke before a response. */
export type Answer = { status: number; code: string | undefined; promise?: string };

/** A vote to send, with its voter's token and the server. */
export type Shot = { origin: string; token: string; vote: Vote & { nonce?: string } };

/** A server that hangs is noticed by the test's own limit. */
const LIMITS = { connections: Number.POSITIVE_INFINITY, timeoutMs: 300_000 };

/** Sends JSON by POST. */
export const ask = async (site: Site, path: string, body: unknown, token?: string): Promise<Answer> => {
  const reply = await site.ask({ method: 'POST', path, body, token });
  const code = /"success":false,"code":"([^"]+)"/.exec(reply.body)?.[1];
  const [, promise] = /"promise":("[^"]+")/.exec(reply.body) ?? [];
  return { status: reply.status, code, ...(promise === undefined ? {} : { promise: JSON.parse(promise) }) };
};

/**
 * Sends all votes over keep-alive connections, at most `connections` at a time, and returns the results in their order.
 * @param onAnswer called with each result as it arrives
 */
export const fire = async (
  shots: readonly Shot[],
  connections: number,
  onAnswer: (answer: Answer, index: number) => void = () => {},
): Promise<Answer[]> => {
  const origins = new Set(shots.map(({ origin }) => origin));
  const sites = new Map([...origins].map((origin) => [origin, createSite(origin, undefined, LIMITS)]));
  const answers: Answer[] = [];
  const left = shots.entries();
  const lane = async (): Promise<void> => {
    for (const [index, { origin, vote, token }] of left) {
      const site = sites.get(origin);
      if (!site) return;
      const answer = await ask(site, '/api/vote', vote, token);
      answers[index] = answer;
      onAnswer(answer, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, shots.length) }, lane));
  for (const site of sites.values()) site.close();
  return answers;
};

/** The kind of a result, like '201' or '409 vote.exists'. */
export const kindOf = ({ status, code }: Answer): string => (code === undefined ? String(status) : `${status} ${code}`);

/** The number of results of each kind, like { '201': 1, '409 vote.exists': 199 }. */
export const summary = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const kind of answers.map(kindOf)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};
