// A process that sends votes and reads at a constant rate, independent of the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import { atRate } from '@laurel/api/rehearsal/rate';
import { requestBytes } from '../load.ts';
import { createLanes, type Fared, type Lanes } from './lanes.ts';

export type ToCrowd =
  /** The target, the voters, and the nominees of each category. No one votes twice in a category. */
  | { port: number; tokens: string[]; categories: { nomination: string; niche: string; vote: string }[][] }
  /** The rate per second, and the duration. */
  | { votesPerSecond: number; readsPerSecond: number; seconds: number };
export type FromCrowd = { votes: Fared; reads: Fared };

const CONNECTIONS = { votes: 512, reads: 512 } as const;
const TICK_MS = 2;
/** How long to wait for responses after the last request. */
const PATIENCE_MS = 120_000;
/** The headers of a browser behind a proxy with TLS. */
const READS = Array.from({ length: 250 }, (_, network) =>
  requestBytes('GET', '/api/vote/statistics', {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'x-forwarded-for': `198.18.0.${network}`,
  }),
);
const NONE = Buffer.alloc(0);

let crowd: { votes: Lanes; reads: Lanes; nextVote(): Buffer } | undefined;

/** Voters alternate, so that the votes of each are spread over time. */
const ballots = ({ tokens, categories }: Extract<ToCrowd, { tokens: string[] }>): (() => Buffer) => {
  let cast = 0;
  return () => {
    const voter = cast % tokens.length;
    const nominees = categories[Math.floor(cast / tokens.length) % categories.length] ?? [];
    cast += 1;
    const body = JSON.stringify(nominees[voter % nominees.length]);
    return requestBytes('POST', '/api/vote', { authorization: `Bearer ${tokens[voter]}` }, body);
  };
};

/** Sends the due requests until the time is over. */
const pace = (perSecond: number, seconds: number, send: (number: number, dueAt: number) => undefined): Promise<void> =>
  atRate(perSecond, send, Math.round(perSecond * seconds)).finished();

const run = async ({
  votesPerSecond,
  readsPerSecond,
  seconds,
}: Extract<ToCrowd, { seconds: number }>): Promise<void> => {
  if (!crowd) throw new Error('the first message must contain the port and the voters');
  const { votes, reads, nextVote } = crowd;
  await Promise.all([
    pace(votesPerSecond, seconds, (_, dueAt) => votes.send(nextVote(), dueAt)),
    pace(readsPerSecond, seconds, (sent, dueAt) => reads.send(READS[sent % READS.length] ?? NONE, dueAt)),
  ]);
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(TICK_MS)) {
    if (votes.under() + reads.under() === 0) break;
  }
  process.send?.({ votes: votes.fared(), reads: reads.fared() } satisfies FromCrowd);
};

process.on('message', (message: ToCrowd) => {
  if ('seconds' in message) void run(message);
  else {
    const { port } = message;
    const [votes, reads] = [createLanes(port, CONNECTIONS.votes), createLanes(port, CONNECTIONS.reads)];
    crowd = { votes, reads, nextVote: ballots(message) };
    process.send?.({ votes: votes.fared(), reads: reads.fared() } satisfies FromCrowd);
  }
});
process.on('disconnect', () => process.exit(0));
