import { setTimeout as sleep } from 'node:timers/promises';
import { createTokens } from '@laurel/api/crypto/tokens';
import { createVoters } from '@laurel/api/rehearsal/voters';
import { statisticsItemSchema, type Vote } from '@laurel/contracts/records';
import pg from 'pg';
import { z } from 'zod';
import type { Deployment } from './deployment.ts';

const TIMEOUT_MS = 90_000;
type Acknowledged = { accountId: string; vote: Vote };

/** Clients that vote as fast as they get responses, and a ledger of every acknowledged vote. */
export type Crowd = {
  readonly acknowledged: readonly Acknowledged[];
  /** The longest time between two acknowledged votes, milliseconds. */
  longestSilenceMs(): number;
  /** The other statuses; 0 without a response. */
  readonly refused: readonly number[];
  /** Stops after every open request has its response. */
  stop(): Promise<void>;
};

/** Verified voters, made with the database and the signing key. */
export const makeVoters = async (deployment: Deployment, count: number) =>
  createVoters({
    migrateUrl: await deployment.databaseUrl(),
    tokens: createTokens(deployment.secret('jwt_secret')),
    now: new Date(),
    count,
  });

/** Every category with its nominees. */
export const readCategories = async ({ origin }: Deployment) => {
  const answer = await fetch(`${origin}/api/vote/statistics`);
  return z.array(statisticsItemSchema).parse(await answer.json());
};

/**
 * Votes in every category, one request after another for each of `atOnce` clients.
 * @param people more than needed: they vote until the crowd is stopped
 */
export const startCrowd = async (deployment: Deployment, people: number, atOnce: number): Promise<Crowd> => {
  const voters = await makeVoters(deployment, people);
  const categories = await readCategories(deployment);
  const acknowledged: Acknowledged[] = [];
  const refused: number[] = [];
  let silence = 0;
  let last = performance.now();
  let stopping = false;

  const cast = async (token: string, vote: Vote): Promise<number> => {
    try {
      const reply = await fetch(`${deployment.origin}/api/vote`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(vote),
        // Real time: a connection to a container that is gone may never end. No other response takes as long.
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await reply.arrayBuffer();
      return reply.status;
    } catch {
      return 0;
    }
  };
  const work = async (): Promise<void> => {
    for (let voter = voters.pop(); voter && !stopping; voter = voters.pop()) {
      for (const [index, category] of categories.entries()) {
        const company = category.results[(index + voters.length) % category.results.length]?.company ?? '';
        const vote = { nomination: category.nomination, niche: category.niche, vote: company };
        for (let status = 0; status !== 201 && status !== 409 && !stopping; ) {
          status = await cast(voter.token, vote);
          if (status === 201) {
            acknowledged.push({ accountId: voter.accountId, vote });
            silence = Math.max(silence, performance.now() - last);
            last = performance.now();
          } else if (status !== 409) {
            refused.push(status);
            // Real time: clients pause between their tries.
            await sleep(100);
          }
        }
      }
    }
  };
  const workers = Array.from({ length: atOnce }, work);
  return {
    acknowledged,
    longestSilenceMs: () => silence,
    refused,
    stop: async () => {
      stopping = true;
      await Promise.all(workers);
    },
  };
};

/** Acknowledged votes that are not stored, or stored for another nominee. */
export const lostVotes = async (databaseUrl: string, crowd: Crowd): Promise<Acknowledged[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A broken connection fails the query. Without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(
      `SELECT concat_ws('|', a.id, c.nomination, c.niche, n.company) AS key
         FROM votes v JOIN accounts a ON a.voter_id = v.voter_id
         JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id`,
    );
    const stored = new Set(rows.map(({ key }) => key));
    return crowd.acknowledged.filter(
      ({ accountId, vote }) => !stored.has([accountId, vote.nomination, vote.niche, vote.vote].join('|')),
    );
  } finally {
    await client.end();
  }
};
