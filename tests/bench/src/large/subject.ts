import pg from 'pg';
import { draftOver, exclusionsOver, ORGANISER } from '../exclusions.ts';
import type { Stage } from '../stage.ts';
import type { Subject } from './calls.ts';

/** About a hundredth of the votes. */
const PARTS = 3;

const PERSON = `
  SELECT a.id AS "accountId", s.id AS "sessionId", c.nomination, c.niche, n.company AS vote
    FROM accounts a JOIN sessions s ON s.account_id = a.id
    JOIN votes v ON v.voter_id = a.voter_id JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = n.category_id
   WHERE a.email_canonical LIKE 'v7%' AND s.revoked_at IS NULL LIMIT 1`;

/** Applies an exclusion of about a hundredth of the votes, unless there is one. */
const applyExclusion = async (stage: Stage, owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ id: number }>('SELECT id FROM exclusions WHERE applied_at IS NOT NULL LIMIT 1');
  if (rows[0]) return rows[0].id;
  const pool = new pg.Pool({ connectionString: stage.env.DATABASE_URL });
  try {
    const exclusions = exclusionsOver(pool);
    const { exclusion } = await exclusions.propose(draftOver(PARTS));
    await exclusions.take(exclusion.id, 'apply', ORGANISER);
    return exclusion.id;
  } finally {
    await pool.end();
  }
};

/** Finds the person whose calls are measured, and an exclusion. @throws Error if nobody has voted */
export const prepareSubject = async (
  stage: Stage,
  owner: pg.Client,
): Promise<{ subject: Subject; sessionId: string }> => {
  const exclusion = await applyExclusion(stage, owner);
  type Row = { accountId: string; sessionId: string; nomination: string; niche: string; vote: string };
  const [person] = (await owner.query<Row>(PERSON)).rows;
  if (!person) throw new Error('nobody has voted');
  const { accountId, sessionId, ...voted } = person;
  return { subject: { accountId, exclusion, voted }, sessionId };
};
