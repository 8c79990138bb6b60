import { compareTallies } from '@laurel/database/guards';
import pg from 'pg';
import type { Cast } from './ballots.ts';
import type { Measured } from './measurements.ts';

const keyOf = ({ accountId, vote: { nomination, niche, vote } }: Cast): string =>
  [accountId, nomination, niche, vote].join('|');

const STORED = `
  SELECT concat_ws('|', a.id, c.nomination, c.niche, n.company) AS key
    FROM votes v JOIN accounts a ON a.voter_id = v.voter_id
    JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id
   WHERE a.id = ANY($1)`;

type Lists = {
  voters: readonly { accountId: string }[];
  sent: readonly Cast[];
  acknowledged: readonly Cast[];
};

/**
 * Compares the votes in the database of the copy with the list of acknowledged votes, and the tallies with the votes.
 * @param ownerUrl the owner's connection to the copy
 */
export const compareVotes = async (
  ownerUrl: string,
  { voters, sent, acknowledged }: Lists,
): Promise<Omit<Measured<'ledger'>, 'step' | 'unanswered'>> => {
  const owner = new pg.Client({ connectionString: ownerUrl });
  // A broken connection fails the query. Without a listener it would end the process.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    const { rows } = await owner.query<{ key: string }>(STORED, [voters.map(({ accountId }) => accountId)]);
    const stored = new Set(rows.map(({ key }) => key));
    const known = new Set(sent.map(keyOf));
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((each) => !stored.has(keyOf(each))).length,
      foreign: [...stored].filter((key) => !known.has(key)).length,
      wrongTallies: (await compareTallies(owner)).length,
    };
  } finally {
    await owner.end();
  }
};
