import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import { visitOf } from '../../http/client.ts';
import type { Gate, SessionUserId } from '../../http/gate.ts';
import type { VoteOrigins } from './origins.service.ts';
import type { Votes } from './service.ts';

type Deps = {
  clock: Clock;
  gate: Gate;
  votes: Votes;
  voteOrigins: Pick<VoteOrigins, 'note'>;
  /** The votes of a person, in the current edition or in that of a year. */
  votesOf(userId: SessionUserId, year: number | undefined): Promise<Vote[]>;
};

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The contract's answer with a promise, as text: the promise is JSON already, which the contract's schema would parse
 * and write again.
 */
const promisedAnswer = ({ nomination, niche, vote }: Vote, promise: string): string =>
  `{"success":true,"data":${JSON.stringify({ nomination, niche, vote })},"metadata":{"promise":${promise}}}`;

/** POST /vote and GET /vote/my-votes. */
export const registerVoteRoutes = (app: FastifyInstance, { clock, gate, votes, voteOrigins, votesOf }: Deps): void => {
  serveCall(app, castVote, async ({ body }, request, reply) => {
    const now = clock.now();
    const voter = gate.requireToken(request.headers.authorization, now);
    const { nominee, promise } = await votes.cast(voter, body, now);
    const { categoryId } = nominee;
    voteOrigins.note({ sessionId: voter.sessionId, categoryId, castAt: now, visit: visitOf(request) });
    if (promise !== undefined) reply.type(JSON_TYPE).serializer(() => promisedAnswer(body, promise));
    return ok(body);
  });
  serveCall(app, myVotes, async ({ query }, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    return votesOf(userId, query.edition);
  });
};
