import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { createTokens } from '@laurel/api/crypto/tokens';
import pg from 'pg';
import { drive, type Load, requestBytes } from './load.ts';
import type { Stage } from './stage.ts';

/** The table of the rival that writes one INSERT per vote. */
const PLAIN_TABLE = `
  CREATE TABLE IF NOT EXISTS plain_votes (
    voter uuid NOT NULL, nomination text NOT NULL, niche text NOT NULL, company text NOT NULL, cast_at timestamptz NOT NULL,
    PRIMARY KEY (voter, nomination, niche));
  GRANT INSERT ON plain_votes TO PUBLIC`;

/** Connects as the owner of the tables; `plain` also creates the rival's table. */
export const connectOwner = async (stage: Stage, plain = false): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  if (plain) await owner.query(PLAIN_TABLE);
  return owner;
};

/** Additions to each request: headers, and a function that makes fields of its body. */
type More = { headers?: Record<string, string>; fields?: () => Record<string, string> };

const voteBytes = (stage: Stage, token: string, index: number, { headers = {}, fields }: More = {}): Buffer =>
  requestBytes(
    'POST',
    '/api/vote',
    { ...headers, authorization: `Bearer ${token}` },
    JSON.stringify({ ...stage.ballot[index % stage.ballot.length], ...fields?.() }),
  );

/** The nominees of each category. */
export const ballotByCategory = (stage: Stage): Stage['ballot'][] => [
  ...Map.groupBy(stage.ballot, ({ nomination, niche }) => `${nomination}/${niche}`).values(),
];

/** Requests with the votes of a number of verified voters. */
export const votesOfVoters = async (stage: Stage, count: number, more: More = {}): Promise<Buffer[]> =>
  (await stage.voters(count)).map(({ token }, index) => voteBytes(stage, token, index, more));

/**
 * Requests of voters in turn, each with a vote in every category.
 * @param fresh gives each vote a token of its own, with another time of issue; otherwise a voter's votes share one
 */
export const votesInAllCategories = async (stage: Stage, voters: number, fresh: boolean): Promise<Buffer[]> => {
  const tokens = createTokens(stage.jwtSecret);
  const categories = [
    ...new Map(stage.ballot.map(({ nomination, niche }, index) => [`${nomination}/${niche}`, index])).values(),
  ];
  const now = new Date();
  const all = await stage.voters(voters);
  return categories.flatMap((_, turn) =>
    all.map((voter, index) => {
      const token = fresh ? tokens.issue(voter, new Date(now.getTime() - (turn + 1) * 1000)) : voter.token;
      return voteBytes(stage, token, categories[(index + turn) % categories.length] ?? 0);
    }),
  );
};

/** Requests with valid tokens of unknown accounts, for rivals that do not look them up. */
export const votesOfStrangers = (stage: Stage, count: number): Buffer[] => {
  const tokens = createTokens(stage.jwtSecret);
  const now = new Date();
  return Array.from({ length: count }, (_, index) =>
    voteBytes(stage, tokens.issue({ accountId: randomUUID(), sessionId: randomUUID() }, now), index),
  );
};

/**
 * Sends all requests over a number of connections.
 * @throws Error if a response is not 201
 */
export const castAll = async (
  to: number | (() => Socket),
  connections: number,
  requests: readonly Buffer[],
): Promise<Load> => {
  const left = [...requests];
  const load = await drive(to, connections, () => left.pop());
  if (load.statuses['201'] !== requests.length) {
    throw new Error(`not every vote was taken: ${JSON.stringify(load.statuses)}`);
  }
  return load;
};
