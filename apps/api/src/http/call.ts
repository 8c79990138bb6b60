import { type Call, statusOf, successOf } from '@laurel/contracts/calls/call';
import type { ConsoleCall } from '@laurel/contracts/console/call';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import { failureReplies } from './replies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route serves. */
    call?: Call | ConsoleCall;
  }
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<C extends Call> = { body: Parsed<C['body']>; params: Parsed<C['params']>; query: Parsed<C['query']> };

/** The path prefix of the calls of the wire contract. */
export const API_PREFIX = '/api';

/** A successful answer that carries data. */
export const ok = <Data>(data: Data): { success: true; data: Data } => ({ success: true, data });

/** The route of a call, without its schema and its handler. */
export const routeOf = (call: Call | ConsoleCall) => ({
  method: call.method,
  url: `${API_PREFIX}${call.path}`,
  config: { call },
});

/** What the validators and the OpenAPI document know of the requests of a call. */
export const requestOf = ({ summary, path, body, params, query }: Call | ConsoleCall) => ({
  summary,
  tags: [path.split('/')[1] ?? ''],
  ...(body ? { body } : {}),
  ...(params ? { params } : {}),
  ...(query ? { querystring: query } : {}),
});

/** The schema of a success, by its status. */
export const successReply = (call: Call | ConsoleCall) => ({ [successOf(call)]: call.reply });

/**
 * Serves one call of the contract. The contract's schemas parse the body before the handler runs, and the response before it
 * is sent, which drops fields that the contract does not name. Both are in the OpenAPI document.
 * @param options.body replaces the body's schema where a rule depends on the edition (blocked regions)
 */
export const serveCall = <const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (input: Input<C>, request: FastifyRequest, reply: FastifyReply) => Promise<z.output<C['reply']>>,
  options: { body?: z.ZodType; route?: RouteShorthandOptions } = {},
): void => {
  const statuses = new Set(call.failures.map((code) => statusOf(call, code)));
  app.route({
    ...options.route,
    ...routeOf(call),
    config: { ...options.route?.config, call },
    schema: {
      ...requestOf({ ...call, ...(options.body && { body: options.body }) }),
      ...(call.auth ? { security: [{ bearer: [] }] } : {}),
      response: { ...successReply(call), ...failureReplies([...statuses, 400, 429, 503]) },
    },
    handler: async (request, reply) => {
      // The validator has replaced them by the output of the contract's schemas.
      const input = { body: request.body, params: request.params, query: request.query } as Input<C>;
      const answer = await handler(input, request, reply);
      // No cache may store the response of one user, even if it ignores the token.
      reply.header('cache-control', 'no-store');
      return reply.status(successOf(call)).send(answer);
    },
  });
};
