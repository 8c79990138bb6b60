import type { IncomingMessage, ServerResponse } from 'node:http';
import { statistics as statisticsCall } from '@laurel/contracts/calls/vote';
import type { FastifyInstance } from 'fastify';
import type { ZodType } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { API_PREFIX } from '../../lib/call.ts';
import { observedAddress } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EarlyAnswer } from '../../lib/early-answer.ts';
import type { MemoryLimit } from '../../lib/memory-limit.ts';
import { networkOf } from '../../lib/network.ts';
import { isKnown } from '../../lib/validators.ts';
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

const URL = `${API_PREFIX}${statisticsCall.path}`;
const CACHE_CONTROL = 'public, max-age=1';

const REPLIES: Record<string, ZodType> = { 200: statisticsCall.reply.schema };

type Give = (request: IncomingMessage, response: ServerResponse, snapshot: Snapshot) => void;

/** Finished bytes with an ETag (RFC 9110 §8.8.3), safe to cache for a second. */
const giver = ({ headers: everywhere, answered }: Pick<Given, 'headers' | 'answered'>): Give => {
  const headers = {
    ...everywhere,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': CACHE_CONTROL,
  };
  return (request, response, { body, etag }) => {
    const known = isKnown(request.headers['if-none-match'], etag);
    answered(known ? 304 : 200);
    // Who has it has its other headers too (RFC 9110 §15.4.5).
    if (known) response.writeHead(304, { 'cache-control': CACHE_CONTROL, etag }).end();
    else response.writeHead(200, { ...headers, 'content-length': body.length, etag }).end(body);
  };
};

/**
 * GET /vote/statistics before the framework: everyone asks for these bytes, again and again, and nothing is left to decide
 * about them. What is not that plain (too many reads, a snapshot that is not fresh, HEAD) is left to the route below.
 */
export const earlyStatistics = (given: Given & { addressOf(request: IncomingMessage): string }): EarlyAnswer => {
  const { clock, statistics, reads, addressOf } = given;
  const give = giver(given);
  return (request, response) => {
    if (request.url !== URL || request.method !== 'GET') return false;
    const now = clock.now();
    const fresh = statistics.fresh(now);
    if (!fresh || reads.take(networkOf(addressOf(request)), now.getTime()) > 0) return false;
    give(request, response, fresh);
    return true;
  };
};

/** GET /vote/statistics. */
export const registerStatisticsRoutes = (app: FastifyInstance, given: Given): void => {
  const { clock, statistics, reads, answered } = given;
  const give = giver(given);
  app.route({
    method: 'GET',
    url: URL,
    schema: { summary: statisticsCall.summary, tags: ['vote'], response: REPLIES },
    handler: async (request, reply) => {
      const retryAfterSeconds = reads.take(networkOf(observedAddress(request)), clock.now().getTime());
      if (retryAfterSeconds > 0) {
        answered(429);
        throw new AppError('limit.exceeded', { retryAfterSeconds });
      }
      const snapshot = await statistics.current();
      reply.hijack();
      give(request.raw, reply.raw, snapshot);
    },
  });
};
