import { Readable } from 'node:stream';
import type { ConsoleCall } from '@laurel/contracts/console/call';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import { requestOf, routeOf, successReply } from './call.ts';
import { sendFile } from './console-files.ts';
import type { TeamMember } from './console-gate.ts';

/** A file whose lines are made while it is sent. */
export type Export = {
  /** Letters, digits, points and hyphens. */
  name: string;
  /** The media type. */
  type: string;
  lines: AsyncIterable<string>;
};

/**
 * Serves a call of the console whose answer is an `Export`. The guard has checked the session, the role and the
 * passkey.
 */
export const serveExport = <const C extends ConsoleCall & { query: z.ZodType }>(
  app: FastifyInstance,
  call: C,
  open: (query: z.output<C['query']>, person: TeamMember) => Promise<Export>,
): void => {
  app.route({
    ...routeOf(call),
    schema: {
      ...requestOf(call),
      response: successReply(call),
    },
    handler: async (request, reply) => {
      if (!request.teamMember) throw new AppError('console.signed_out');
      const { name, type, lines } = await open(request.query as z.output<C['query']>, request.teamMember);
      return sendFile(reply, { name, type }, Readable.from(lines));
    },
  });
};
