import { successOf } from '@laurel/contracts/calls/call';
import { type ConsoleCall, consoleFailureSchema, consoleStatusOf, failuresOf } from '@laurel/contracts/console/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { requestOf, routeOf, successReply } from './call.ts';
import type { TeamMember } from './console-gate.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<C extends ConsoleCall> = {
  body: Parsed<C['body']>;
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
};
/** The person of a call; a call for anyone has none. */
type PersonOf<C extends ConsoleCall> = C['audience'] extends 'anyone' ? undefined : TeamMember;

declare module 'fastify' {
  interface FastifyRequest {
    /** The person of a request to the console, once the gate has let the request in. */
    teamMember?: TeamMember;
  }
}

/** The answer to a change that returns nothing. */
export const DONE = { success: true } as const;

/** The person and the reason of a change, for the audit log. */
export const organiserOf = ({ actor }: TeamMember, { reason }: { reason: string }) => ({ actor, reason });

/** The schemas of the failures of a call, by status. */
export const failuresByStatus = (call: ConsoleCall) => {
  const statuses = new Set([...failuresOf(call).map(consoleStatusOf), 400, 429, 503]);
  return Object.fromEntries([...statuses].map((status) => [status, consoleFailureSchema]));
};

/**
 * Serves one call of the console. The gate, a hook of the console's listener, has checked the session, the role and the
 * passkey before the handler runs (see `guardConsole`). Schemas check the input and the answer, as for the voters' calls.
 * @param options.bodyLimit the most bytes of the body, if not the listener's
 */
export const serveConsoleCall = <const C extends ConsoleCall>(
  app: FastifyInstance,
  call: C,
  handler: (
    input: Input<C>,
    person: PersonOf<C>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<z.output<C['reply']>>,
  { bodyLimit }: { bodyLimit?: number } = {},
): void => {
  app.route({
    ...routeOf(call),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: {
      ...requestOf(call),
      response: { ...successReply(call), ...failuresByStatus(call) },
    },
    handler: async (request, reply) => {
      // The validator has replaced them by the output of the contract's schemas.
      const input = { body: request.body, params: request.params, query: request.query } as Input<C>;
      const answer = await handler(input, request.teamMember as PersonOf<C>, request, reply);
      reply.header('cache-control', 'no-store');
      return reply.status(successOf(call)).send(answer);
    },
  });
};
