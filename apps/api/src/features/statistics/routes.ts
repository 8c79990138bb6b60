import { statistics as statisticsCall } from '@laurel/contracts/calls/vote';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { API_PREFIX } from '../../lib/call.ts';
import { observedAddress } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { MemoryLimit } from '../../lib/memory-limit.ts';
import { networkOf } from '../../lib/network.ts';
import type { Snapshot, Statistics } from './service.ts';

type Given = {
  clock: Clock;
  statistics: Statistics;
  reads: MemoryLimit;
  /** What every answer of the API carries. */
  headers: Readonly<Record<string, string>>;
  /** Hears of each answer's status. */
  answered(status: number): void;
};

const CACHE_CONTROL = 'public, max-age=1';

const REPLIES: Record<string, ZodType> = { 200: statisticsCall.reply.schema };

/** GET /vote/statistics: finished bytes with an ETag (RFC 9110 §8.8.3), safe to cache for a second. */
export const registerStatisticsRoutes = (app: FastifyInstance, given: Given): void => {
  const { clock, statistics, reads, answered } = given;
  const headers = {
    ...given.headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': CACHE_CONTROL,
  };

  /** Past the framework: everyone asks for these bytes, again and again, and nothing is left to decide about them. */
  const give = (request: FastifyRequest, reply: FastifyReply, { body, etag }: Snapshot): void => {
    reply.hijack();
    // Any of the listed validators, weak or strong (RFC 9110 §13.1.2).
    const known = request.headers['if-none-match']?.includes(etag) === true;
    answered(known ? 304 : 200);
    // Who has it has its other headers too (RFC 9110 §15.4.5).
    if (known) reply.raw.writeHead(304, { 'cache-control': CACHE_CONTROL, etag }).end();
    else reply.raw.writeHead(200, { ...headers, 'content-length': body.length, etag }).end(body);
  };

  app.route({
    method: 'GET',
    url: `${API_PREFIX}${statisticsCall.path}`,
    schema: { summary: statisticsCall.summary, tags: ['vote'], response: REPLIES },
    handler: (request, reply) => {
      const now = clock.now();
      const retryAfterSeconds = reads.take(networkOf(observedAddress(request)), now.getTime());
      if (retryAfterSeconds > 0) {
        answered(429);
        throw new AppError('limit.exceeded', { retryAfterSeconds });
      }
      const fresh = statistics.fresh(now);
      if (!fresh) return statistics.current().then((snapshot) => give(request, reply, snapshot));
      give(request, reply, fresh);
    },
  });
};
