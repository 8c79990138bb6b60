import { successOf } from '@laurel/contracts/calls/call';
import type { ConsoleCall } from '@laurel/contracts/console/call';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { requestOf, routeOf, successReply } from './call.ts';
import type { Finished } from './common-answer.ts';
import { isKnown } from './validators.ts';

/** Shared caches must not store the response, and the browser revalidates it each time. */
const CACHE_CONTROL = 'private, no-cache';

/**
 * Serves a call of the console whose answer is the same for every person: prepared bytes with an ETag, or 304 if the
 * client has them already (RFC 9110 §15.4.5). The guard has checked the person.
 */
export const serveFinishedCall = <const C extends ConsoleCall & { query: z.ZodType }>(
  app: FastifyInstance,
  call: C,
  read: (query: z.output<C['query']>) => Promise<Finished>,
): void => {
  app.route({
    ...routeOf(call),
    schema: {
      ...requestOf(call),
      response: successReply(call),
    },
    handler: async (request, reply) => {
      const finished = await read(request.query as z.output<C['query']>);
      const { body, etag, headers } = finished.fitting(request.headers['accept-encoding']);
      reply.headers({ 'cache-control': CACHE_CONTROL, vary: 'accept-encoding, cookie', etag });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.status(successOf(call)).headers(headers).send(body);
    },
  });
};
