import { Agent, request } from 'node:http';
import type { Vote } from '@laurel/contracts/records';

/** The result of a call; status 0 means that the connection broke before a response. */
export type Answer = { status: number; code: string | undefined; promise?: string };

/** A vote to send, with its voter's token and the server. */
export type Shot = { origin: string; token: string; vote: Vote & { nonce?: string } };

const shoot = (agent: Agent, { origin, token, vote }: Shot): Promise<Answer> =>
  new Promise((resolve) => {
    const body = JSON.stringify(vote);
    const outgoing = request(
      `${origin}/api/vote`,
      {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => resolve({ status: 0, code: undefined }));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const [, promise] = /"promise":("[^"]+")/.exec(text) ?? [];
          resolve({
            status: incoming.statusCode ?? 0,
            code: /"code":"([^"]+)"/.exec(text)?.[1],
            ...(promise === undefined ? {} : { promise: JSON.parse(promise) }),
          });
        });
      },
    );
    outgoing.on('error', () => resolve({ status: 0, code: undefined }));
    outgoing.end(body);
  });

/**
 * Sends all votes over keep-alive connections, at most `connections` at a time, and returns the results in their order.
 * @param onAnswer called with each result as it arrives
 */
export const fire = async (
  shots: readonly Shot[],
  connections: number,
  onAnswer: (answer: Answer, index: number) => void = () => {},
): Promise<Answer[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < shots.length; index = next++) {
      const shot = shots[index];
      if (!shot) return;
      const answer = await shoot(agent, shot);
      answers[index] = answer;
      onAnswer(answer, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, shots.length) }, lane));
  agent.destroy();
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
