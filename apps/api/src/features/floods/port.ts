import type { FloodWork } from '@laurel/contracts/proof';
import type { FastifyRequest } from 'fastify';

/** The protection of expensive work against floods of requests, for other features. */
export type Floods = {
  /**
   * Admits a request for expensive work. Without a flood it is only counted, in memory. During a flood it needs a proof
   * of work.
   * @throws AppError proof.needed (with `data.challenge`), limit.exceeded, server.unavailable
   */
  admit(work: FloodWork, request: FastifyRequest, now: Date): Promise<void>;
};
