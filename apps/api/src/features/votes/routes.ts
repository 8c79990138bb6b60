import { castVote, myVotes } from '@laurel/contracts/calls/vote';
import type { Vote } from '@laurel/contracts/records';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { ok, serveCall } from '../../http/call.ts';
import type { Gate, SessionUserId } from '../../http/gate.ts';
import type { Votes } from './service.ts';

type Deps = { clock: Clock; gate: Gate; votes: Votes; votesOf(userId: SessionUserId): Promise<Vote[]> };

/** POST /vote and GET /vote/my-votes. */
export const registerVoteRoutes = (app: FastifyInstance, { clock, gate, votes, votesOf }: Deps): void => {
  serveCall(app, castVote, async ({ body }, request) => {
    const now = clock.now();
    await votes.cast(gate.requireToken(request.headers.authorization, now), body, now);
    return ok(body);
  });
  serveCall(app, myVotes, async (_input, request) => {
    const { userId } = await gate.require(request.headers.authorization, clock.now());
    return votesOf(userId);
  });
};
