import { createTokens } from '@laurel/api/crypto/tokens';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { compareWithDatabase, silencesOf } from '@laurel/support/ledger/compare';
import { startLedger } from '@laurel/support/ledger/ledger';
import { createVoters } from '@laurel/support/voters';
import pg from 'pg';
import { z } from 'zod';
import type { Deployment } from './deployment.ts';

/** Verified voters, made with the database and the signing key. */
export const makeVoters = async (deployment: Deployment, count: number) =>
  createVoters({
    migrateUrl: await deployment.databaseUrl(),
    tokens: createTokens(deployment.secret('jwt_secret')),
    now: new Date(),
    count,
  });

/** Every category, with a vote for each of its nominees. */
export const readCategories = async ({ origin }: Deployment) => {
  const answer = await fetch(`${origin}/api/vote/statistics`);
  return z
    .array(statisticsItemSchema)
    .parse(await answer.json())
    .map(({ nomination, niche, results }) => results.map(({ company }) => ({ nomination, niche, vote: company })));
};

/** Runs statements as the tables' owner. */
const asOwner =
  (databaseUrl: Deployment['databaseUrl']) =>
  async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: await databaseUrl() });
    // A broken connection fails the query. Without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };

/**
 * Votes in every category as fast as there are responses, with `atOnce` voters at a time, and keeps a ledger of every response.
 * @param people more than needed: they vote until the crowd is stopped
 */
export const startCrowd = async (deployment: Deployment, people: number, atOnce: number) => {
  const voters = await makeVoters(deployment, people);
  const categories = await readCategories(deployment);
  const ledger = await startLedger();
  await ledger.order({ do: 'trust', authority: await deployment.authority() });
  const numbered = voters.map(({ token }, index) => ({ index, token }));
  await ledger.order({ do: 'vote', origins: [deployment.origin], voters: numbered, categories, lanes: atOnce });
  return {
    acknowledged: async (): Promise<number> => (await ledger.order({ do: 'figures' })).acknowledged,
    /** Stops after every open request has its final response. */
    stop: async () => {
      const { acknowledged, answers } = await ledger.order({ do: 'stop' });
      const entries = ledger.read();
      await ledger.close();
      const { 201: _taken, ...refused } = answers;
      return {
        acknowledged,
        /** The other responses, by kind. */
        refused,
        /** The longest time between two acknowledged votes, milliseconds. */
        silence: silencesOf(entries).silence,
        /** What is wrong with the stored votes. @param databaseUrl another database than the deployment's */
        problems: (databaseUrl = deployment.databaseUrl) =>
          compareWithDatabase(entries, {
            voters: new Map(voters.map(({ accountId }, index) => [index, accountId])),
            categories,
            asOwner: asOwner(databaseUrl),
          }),
      };
    },
  };
};

/** What came of a crowd's votes. */
export type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof startCrowd>>['stop']>>;
