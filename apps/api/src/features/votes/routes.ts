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
  votesOf(userId: SessionUserId): Promise<Vote[]>;
};

/** POST /vote and GET /vote/my-votes. */
export const registerVoteRoutes = (app: FastifyInstance, { clock, gate, votes, voteOrigins, votesOf }: Deps): void => {
  serveCall(app, castVote, async ({ body }, request) => {
    const now = clock.now();
    const voter = gate.requireToken(request.headers.authorization, now);
    const { nominee, promise } = await votes.cast(voter, body, now);
    const { categoryId } = nominee;
    voteOrigins.note({ sessionId: voter.sessionId, categoryId, castAt: now, visit: visitOf(request) });
    return promise === undefined ? ok(body) : { ...ok(body), metadata: { promise } };
  });
  serveCall(app, myVotes, async (_input, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    return votesOf(userId);
  });
};
