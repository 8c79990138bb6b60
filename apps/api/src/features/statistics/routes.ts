import { statistics as statisticsCall } from '@laurel/contracts/calls/vote';
import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { API_PREFIX } from '../../lib/call.ts';
import { observedAddress } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { MemoryLimit } from '../../lib/memory-limit.ts';
import { networkOf } from '../../lib/network.ts';
import type { Snapshot, Statistics } from './service.ts';

type Given = { clock: Clock; statistics: Statistics; reads: MemoryLimit };

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=1' };

const REPLIES: Record<string, ZodType> = { 200: statisticsCall.reply.schema };

/** GET /vote/statistics: finished bytes with an ETag (RFC 9110 §8.8.3), safe to cache for a second. */
export const registerStatisticsRoutes = (app: FastifyInstance, { clock, statistics, reads }: Given): void => {
  app.route({
    method: 'GET',
    url: `${API_PREFIX}${statisticsCall.path}`,
    schema: { summary: statisticsCall.summary, tags: ['vote'], response: REPLIES },
    // The bytes are made and checked once a second, not once a request.
    serializerCompiler: () => (body: unknown) => body as string,
    handler: (request, reply) => {
      const retryAfterSeconds = reads.take(networkOf(observedAddress(request)), clock.now().getTime());
      if (retryAfterSeconds > 0) throw new AppError('limit.exceeded', { retryAfterSeconds });
      const give = ({ body, etag }: Snapshot) => {
        reply.headers(HEADERS).header('etag', etag);
        if (request.headers['if-none-match'] === etag) return reply.status(304).send();
        return reply.send(body);
      };
      const fresh = statistics.fresh();
      return fresh ? give(fresh) : statistics.current().then(give);
    },
  });
};
