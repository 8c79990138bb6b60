import { readFileSync } from 'node:fs';
import type { Tokens } from '@laurel/api/crypto/tokens';
import type { Voter } from '@laurel/api/rehearsal/voters';
import { onConnection } from './connection.ts';
import type { TestApi } from './harness.ts';
import { inRepository } from './repository.ts';

/** The verifications that a voter has; both unless set to false. */
type Verified = { phone?: boolean; social?: boolean };

type Options = Verified & {
  /** The owner's connection, which may write rows that the application's role may not. */
  migrateUrl: string;
  tokens: Tokens;
  now: Date;
  count: number;
};

const PARAMETERS = ['now', 'count', 'phone', 'social'];
/** The statement of a rehearsal, whose parameters are variables of psql. */
const INSERT = PARAMETERS.reduce(
  (sql, name, index) => sql.replaceAll(`:'${name}'`, `$${index + 1}`),
  readFileSync(inRepository('deploy/rehearsal-voters.sql'), 'utf8'),
);

/** Creates verified voters with a session and its token, in one statement. */
export const createVoters = async (options: Options): Promise<Voter[]> => {
  const { migrateUrl, tokens, now, count, phone = true, social = true } = options;
  const values = [now, count, phone, social];
  const { rows } = await onConnection(migrateUrl, (owner) => owner.query<Omit<Voter, 'token'>>(INSERT, values));
  return rows.map((claims) => ({ ...claims, token: tokens.issue(claims, now) }));
};

/** Voters of an API, created at the time of its clock. */
export const votersOf = ({ migrateUrl, deps, clock }: TestApi, count: number, verified?: Verified): Promise<Voter[]> =>
  createVoters({ migrateUrl, tokens: deps.tokens, now: clock.now(), count, ...verified });

export const newVoter = async (api: TestApi, verified?: Verified): Promise<Voter> => {
  const [voter] = await votersOf(api, 1, verified);
  if (!voter) throw new Error('no voter was created');
  return voter;
};
