import type { Queryable } from '@laurel/database/queryable';

/** What six people share, as a search for bought votes finds it. */
export const REASON = {
  signal: 'one_network',
  what: 'network',
  value: '192.0.2.0',
  count: 6,
  of: 6,
  base: 0.001,
  exponent: 9,
};

/** The voter ids of people who cast one vote each, in their order, and whom they voted for. */
export const castBy = async (
  owner: Queryable,
  people: readonly { accountId: string }[],
): Promise<{ voters: string[]; nominees: number[] }> => {
  const { rows } = await owner.query<{ voter: string; nominee: number }>(
    `SELECT a.voter_id AS voter, v.nominee_id AS nominee FROM accounts a JOIN votes v USING (voter_id)
      WHERE a.id = ANY ($1) ORDER BY array_position($1, a.id)`,
    [people.map(({ accountId }) => accountId)],
  );
  return { voters: rows.map(({ voter }) => voter), nominees: rows.map(({ nominee }) => nominee) };
};
