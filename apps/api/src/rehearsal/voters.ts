import pg from 'pg';
import type { Tokens } from '../crypto/tokens.ts';

/** A voter with a session, and its token. */
export type Voter = { accountId: string; sessionId: string; token: string };

/** Nobody who signed up has this password hash. */
const MADE = `
  SELECT s.id AS "sessionId", s.account_id AS "accountId" FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.password_hash = '-'`;

/** The voters that deploy/rehearse.sh made in the copy, with deploy/rehearsal-voters.sql. @param ownerUrl the owner's connection */
export const readVoters = async (ownerUrl: string, tokens: Tokens, now: Date): Promise<Voter[]> => {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<Omit<Voter, 'token'>>(MADE);
    return rows.map((claims) => ({ ...claims, token: tokens.issue(claims, now) }));
  } finally {
    await owner.end();
  }
};
