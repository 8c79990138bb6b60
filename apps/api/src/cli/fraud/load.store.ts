import type pg from 'pg';
import { followersRange, telegramAge } from '../../features/social/traits.policy.ts';
import { userAgentFamily } from '../../features/votes/origins.policy.ts';
import type { NightLine } from './night.ts';

type Of<Type extends NightLine['type']> = Extract<NightLine, { type: Type }>;
/** Ids follow from names, so that the same night gives the same answer. They have the form of random ones. */
const idOf = (kind: string): string =>
  `overlay(overlay(md5('${kind} ' || r.account) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`;
const [ACCOUNT, VOTER] = [idOf('account'), idOf('voter')];
const CHUNK = 5_000;

const NOMINEES = [
  `INSERT INTO years (year, state) SELECT 2025, 'current' WHERE NOT EXISTS (SELECT FROM years)`,
  `INSERT INTO all_categories (nomination, niche) SELECT DISTINCT nomination, niche FROM jsonb_to_recordset($1) r (nomination text, niche text) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
  `INSERT INTO nominees (category_id, company)
   SELECT DISTINCT c.id, r.company FROM jsonb_to_recordset($1) r (nomination text, niche text, company text)
     JOIN categories c USING (nomination, niche) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
];

const HINT = `INSERT INTO client_hints (account_id, event, observed_ip, user_agent, time_zone, created_at)`;

const ACCOUNTS = [
  `INSERT INTO accounts (id, voter_id, name, email, email_canonical, phone_number, password_hash, language, created_at)
   SELECT ${ACCOUNT}, ${VOTER}, r.name, r.email, lower(r.email), r.phone, '', r.language, r.at
     FROM jsonb_to_recordset($1) r (account text, name text, email text, phone text, language text, at timestamptz)`,
  `${HINT} SELECT ${ACCOUNT}, 'register', r.address, r.agent, r."timeZone", r.at
     FROM ROWS FROM (jsonb_to_recordset($1) AS (account text, address inet, agent text, "timeZone" text, at timestamptz))
       WITH ORDINALITY r (account, address, agent, "timeZone", at, n) ORDER BY n`,
];

const PROOF_ROWS = `ROWS FROM (jsonb_to_recordset($1) AS (account text, kind text, address inet, agent text, "timeZone" text, at timestamptz, bucket text, trait text))
  WITH ORDINALITY r (account, kind, address, agent, "timeZone", at, bucket, trait, n)`;
const of = (condition: string): string => `FROM ${PROOF_ROWS} WHERE ${condition}`;

const PROOFS = [
  `UPDATE accounts a SET email_verified_at = r.at ${of(`kind = 'email' AND a.id = ${ACCOUNT}`)}`,
  `UPDATE accounts a SET totp_secret = '', totp_confirmed_at = r.at ${of(`kind = 'two_factor' AND a.id = ${ACCOUNT}`)}`,
  `INSERT INTO phone_verifications (account_id, phone_hash, verified_at)
   SELECT ${ACCOUNT}, sha256(convert_to(r.account, 'UTF8')), r.at ${of(`kind = 'phone'`)} ON CONFLICT DO NOTHING`,
  `INSERT INTO social_links (account_id, provider, subject_hash, verified_at)
   SELECT ${ACCOUNT}, CASE kind WHEN 'telegram' THEN 'TELEGRAM_SUBSCRIPTION' ELSE 'INSTAGRAM_SUBSCRIPTION' END, sha256(convert_to(r.account, 'UTF8')), r.at
     ${of(`kind IN ('telegram', 'instagram')`)} ON CONFLICT DO NOTHING`,
  `INSERT INTO account_traits (account_id, kind, value, noted_at) SELECT ${ACCOUNT}, r.trait, r.bucket, r.at ${of('bucket IS NOT NULL')} ON CONFLICT DO NOTHING`,
  `${HINT} SELECT ${ACCOUNT}, r.kind, r.address, r.agent, r."timeZone", r.at ${of('true')} ORDER BY n`,
];

const VOTE_ROWS = `jsonb_to_recordset($1) r (account text, nomination text, niche text, company text, address inet, agent text, "timeZone" text, at timestamptz)`;
const VOTES = [
  `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
   SELECT ${VOTER}, c.id, n.id, r.at FROM ${VOTE_ROWS} JOIN categories c USING (nomination, niche) JOIN nominees n ON n.category_id = c.id AND n.company = r.company
   ON CONFLICT DO NOTHING`,
  `INSERT INTO vote_origins (voter_id, category_id, minute, network, user_agent, time_zone)
   SELECT ${VOTER}, c.id, date_trunc('minute', r.at), network(set_masklen(r.address, CASE family(r.address) WHEN 4 THEN 24 ELSE 48 END)), r.agent, r."timeZone"
     FROM ${VOTE_ROWS} JOIN categories c USING (nomination, niche) ON CONFLICT DO NOTHING`,
  `INSERT INTO tallies AS t (nominee_id, slot, count)
   SELECT n.id, 0, count(*) FROM ${VOTE_ROWS} JOIN categories c USING (nomination, niche) JOIN nominees n ON n.category_id = c.id AND n.company = r.company
    GROUP BY n.id ON CONFLICT (nominee_id, slot) DO UPDATE SET count = t.count + excluded.count`,
];

/** A proof with the bucket that the product notes of it. */
const bucketed = (proof: Of<'proof'>): Of<'proof'> & { trait: string | null; bucket: string | null } => {
  if (proof.kind === 'telegram' && proof.telegramId !== undefined) {
    return { ...proof, trait: 'telegram_age', bucket: telegramAge(proof.telegramId) };
  }
  if (proof.kind === 'instagram') {
    return { ...proof, trait: 'instagram_followers', bucket: followersRange(proof.followers) };
  }
  return { ...proof, trait: null, bucket: null };
};

/** The nominees by their ids. */
export const readNominees = async (
  owner: pg.ClientBase,
): Promise<Map<number, { nomination: string; niche: string; company: string }>> => {
  const { rows } = await owner.query<{ id: number; nomination: string; niche: string; company: string }>(
    'SELECT n.id, c.nomination, c.niche, n.company FROM nominees n JOIN categories c ON c.id = n.category_id',
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
};

/** Loads a night into a database without accounts, as its owner. @returns the names of the accounts by their voter ids */
export const loadNight = async (owner: pg.ClientBase, lines: readonly NightLine[]): Promise<Map<string, string>> => {
  const accounts = lines.filter((line) => line.type === 'account');
  const proofs = lines.filter((line) => line.type === 'proof').map(bucketed);
  const votes = lines
    .filter((line) => line.type === 'vote')
    .map((vote) => ({ ...vote, agent: userAgentFamily(vote.agent) }));
  // Foreign keys are not checked one by one.
  await owner.query(`SET session_replication_role = 'replica'; SET synchronous_commit = off`);
  const insert = async (statements: readonly string[], rows: readonly unknown[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += CHUNK) {
      const chunk = JSON.stringify(rows.slice(from, from + CHUNK));
      for (const statement of statements) await owner.query(statement, statement.includes('$1') ? [chunk] : []);
    }
  };
  const nominees = new Map(votes.map((vote) => [`${vote.nomination}/${vote.niche}/${vote.company}`, vote]));
  await owner.query(NOMINEES[0] ?? '');
  await insert(NOMINEES.slice(1), [...nominees.values()]);
  await insert(ACCOUNTS, accounts);
  await owner.query('ANALYZE accounts');
  await insert(PROOFS, proofs);
  await insert(VOTES, votes);
  await owner.query('RESET session_replication_role; RESET synchronous_commit; ANALYZE');
  const { rows } = await owner.query<{ voter: string; account: string }>(
    `SELECT ${VOTER} AS voter, account FROM unnest($1::text[]) r (account)`,
    [accounts.map(({ account }) => account)],
  );
  return new Map(rows.map(({ voter, account }) => [voter, account]));
};
