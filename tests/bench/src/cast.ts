import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { createTokens } from '@laurel/api/crypto/tokens';
import { drive, type Load, requestBytes } from './load.ts';
import type { Stage } from './stage.ts';

/** Creates the table of the rival that writes one INSERT per vote. */
export const PLAIN_TABLE = `
  CREATE TABLE IF NOT EXISTS plain_votes (
    voter uuid NOT NULL, nomination text NOT NULL, niche text NOT NULL, company text NOT NULL, cast_at timestamptz NOT NULL,
    PRIMARY KEY (voter, nomination, niche));
  GRANT INSERT ON plain_votes TO PUBLIC`;

const voteBytes = (stage: Stage, token: string, index: number, more = {}): Buffer =>
  requestBytes(
    'POST',
    '/api/vote',
    { authorization: `Bearer ${token}` },
    JSON.stringify({ ...stage.ballot[index % stage.ballot.length], ...more }),
  );

/** Requests with the votes of a number of verified voters. @param more makes further fields of each */
export const votesOfVoters = async (stage: Stage, count: number, more = () => ({})): Promise<Buffer[]> =>
  (await stage.voters(count)).map(({ token }, index) => voteBytes(stage, token, index, more()));

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
