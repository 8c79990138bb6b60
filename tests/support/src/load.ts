import type { Vote } from '@laurel/contracts/records';
import { createClient } from './ledger/client.ts';

/** The result of a call; status 0 means that the connection broke before a response. */
export type Answer = { status: number; code: string | undefined; promise?: string };

/** A vote to send, with its voter's token and the server. */
export type Shot = { origin: string; token: string; vote: Vote & { nonce?: string } };

/** A server that hangs is noticed by the test's own limit. */
const PATIENCE_MS = 300_000;

/**
 * Sends all votes over keep-alive connections, at most `connections` at a time, and returns the results in their order.
 * @param onAnswer called with each result as it arrives
 */
export const fire = async (
  shots: readonly Shot[],
  connections: number,
  onAnswer: (answer: Answer, index: number) => void = () => {},
): Promise<Answer[]> => {
  const { ask, close } = createClient(PATIENCE_MS);
  const answers: Answer[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < shots.length; index = next++) {
      const shot = shots[index];
      if (!shot) return;
      const { status, code, text } = await ask(shot.origin, '/api/vote', shot.vote, shot.token);
      const [, promise] = /"promise":("[^"]+")/.exec(text) ?? [];
      const answer = { status, code, ...(promise === undefined ? {} : { promise: JSON.parse(promise) }) };
      answers[index] = answer;
      onAnswer(answer, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, shots.length) }, lane));
  close();
  return answers;
};

/** The number of results of each kind, like { '201': 1, '409 vote.exists': 199 }. */
export const summary = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, code } of answers) {
    const kind = code === undefined ? String(status) : `${status} ${code}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};
