import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { createTokens } from '@laurel/api/crypto/tokens';
import pg from 'pg';
import { drive, type Load, requestBytes } from './load.ts';
import type { Stage } from './stage.ts';

/** The plain way's table: what one INSERT for each vote writes to. */
const PLAIN_TABLE = `
  CREATE TABLE IF NOT EXISTS plain_votes (
    voter uuid NOT NULL, nomination text NOT NULL, niche text NOT NULL, company text NOT NULL, cast_at timestamptz NOT NULL,
    PRIMARY KEY (voter, nomination, niche));
  GRANT INSERT ON plain_votes TO PUBLIC`;

/** Connects the owner of the stage's tables; `plain` makes the plain way's table as well. */
export const connectOwner = async (stage: Stage, plain = false): Promise<pg.Client> => {
  const owner = new pg.Client({ connectionString: stage.migrateUrl });
  await owner.connect();
  if (plain) await owner.query(PLAIN_TABLE);
  return owner;
};

const voteBytes = (stage: Stage, token: string, index: number): Buffer =>
  requestBytes(
    'POST',
    '/api/vote',
    { authorization: `Bearer ${token}` },
    JSON.stringify(stage.ballot[index % stage.ballot.length]),
  );

/** Votes of so many verified voters, each with a token of their own, as requests. */
export const votesOfVoters = async (stage: Stage, count: number): Promise<Buffer[]> =>
  (await stage.voters(count)).map(({ token }, index) => voteBytes(stage, token, index));

/** The same with good tokens of nobody: for who never asks whose they are. */
export const votesOfStrangers = (stage: Stage, count: number): Buffer[] => {
  const tokens = createTokens(stage.jwtSecret);
  const now = new Date();
  return Array.from({ length: count }, (_, index) =>
    voteBytes(stage, tokens.issue({ accountId: randomUUID(), sessionId: randomUUID() }, now), index),
  );
};

/**
 * Sends all requests over so many connections.
 * @throws Error when one of them was not answered with 201
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
