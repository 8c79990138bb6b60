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

type Ballot = { nomination: string; niche: string; vote: string };

/** A ballot for the first nominee of a category of the edition's first nomination. */
export const firstBallot = ({ deps }: Pick<TestApi, 'deps'>, place = 0): Ballot => {
  const [nomination] = deps.currentEdition().nominations;
  const category = nomination?.categories[place];
  const [company] = category?.companies ?? [];
  if (!nomination || !category || !company) throw new Error('the edition has no such category');
  return { nomination: nomination.tag, niche: category.tag, vote: company.tag };
};

/** Casts one ballot as each of these voters, all at once. @throws if one is refused */
export const voteAs = async (
  api: Pick<TestApi, 'deps' | 'post'>,
  voters: readonly { token: string }[],
  ballot: Ballot = firstBallot(api),
): Promise<void> => {
  await Promise.all(
    voters.map(async ({ token }) => {
      const answer = await api.post('/vote', ballot, { token });
      if (answer.statusCode !== 201) throw new Error(`the vote was not taken: ${answer.statusCode} ${answer.body}`);
    }),
  );
};
