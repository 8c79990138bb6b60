import { createTokens } from '@laurel/api/crypto/tokens';
import { statistics } from '@laurel/contracts/calls/vote';
import { onConnection } from '@laurel/support/connection';
import { compareWithDatabase, type Statement, silencesOf } from '@laurel/support/ledger/compare';
import { startLedger } from '@laurel/support/ledger/ledger';
import { createVoters } from '@laurel/support/voters';
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
  const answer = await fetch(`${origin}/api${statistics.path}`);
  return statistics.reply
    .parse(await answer.json())
    .map(({ nomination, niche, results }) => results.map(({ company }) => ({ nomination, niche, vote: company })));
};

const asOwner =
  (databaseUrl: Deployment['databaseUrl']): Statement =>
  async (sql, values = []) =>
    onConnection(await databaseUrl(), async (owner) => (await owner.query(sql, values)).rows);

/**
 * Votes in every category as fast as there are responses, with `atOnce` voters at a time, and keeps a ledger of every response.
 * @param people more than needed: they vote until the crowd is stopped
 */
export const startCrowd = async (deployment: Deployment, people: number, atOnce: number) => {
  const voters = await makeVoters(deployment, people);
  const categories = await readCategories(deployment);
  const ledger = startLedger(deployment.origin, await deployment.authority());
  ledger.vote({ voters, categories, lanes: atOnce });
  return {
    acknowledged: ledger.acknowledged,
    /** Stops after every open request has its final response. */
    stop: async () => {
      await ledger.stop();
      const { entries } = ledger;
      const { 201: _taken, ...refused } = ledger.answers;
      return {
        acknowledged: ledger.acknowledged(),
        /** The other responses, by kind. */
        refused,
        /** The longest time between two acknowledged votes, milliseconds. */
        silence: silencesOf(entries).silence,
        /** What is wrong with the stored votes. @param databaseUrl another database than the deployment's */
        problems: (databaseUrl = deployment.databaseUrl) => compareWithDatabase(entries, voters, asOwner(databaseUrl)),
      };
    },
  };
};

/** What came of a crowd's votes. */
export type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof startCrowd>>['stop']>>;
