import type { FloodWork } from '@laurel/contracts/proof';
import type { FastifyRequest } from 'fastify';

/** What rooms whose work attackers flood us with are given by the room of floods. */
export type Floods = {
  /**
   * Lets a request for such work in. In quiet times it is only counted, in memory; in a flood a proof of work has to
   * come with it.
   * @throws AppError proof.needed (with `data.challenge`), server.unavailable
   */
  admit(work: FloodWork, request: FastifyRequest, now: Date): Promise<void>;
};
