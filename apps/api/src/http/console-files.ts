import { finished } from 'node:stream/promises';
import type { ConsoleCall } from '@laurel/contracts/console/call';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { createPool } from '../concurrency/pool.ts';
import { requestOf, routeOf } from './call.ts';
import { failuresByStatus, serveConsoleCall } from './console-call.ts';
import type { TeamMember } from './console-gate.ts';

type Upload = ConsoleCall & { method: 'POST'; upload: NonNullable<ConsoleCall['upload']> };
type File = { content: Buffer; type: string };
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Asked<C extends ConsoleCall> = { params: Parsed<C['params']>; query: Parsed<C['query']> };

/**
 * Serves a call whose body is a file, which is read into memory. Another content type is refused before the body is
 * read, and a file over the limit before more than the limit is read. The guard has checked the origin, the session and
 * the role.
 */
export const serveUpload = <const C extends Upload>(
  app: FastifyInstance,
  call: C,
  handler: (file: File, person: TeamMember, input: Asked<C>) => Promise<z.output<C['reply']>>,
): void => {
  const inTurn = createPool({ atOnce: 1, maxWaiting: 20 });
  // The parsers of this route are its own: no other call accepts a file.
  app.register((files, _options, done) => {
    // Each file is in memory until it is answered, so the next one is not read before.
    files.addHook('preParsing', (_request, reply, _payload, next) => {
      inTurn(() => {
        next();
        return finished(reply.raw).catch(() => undefined);
      }).catch(next);
    });
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      [...call.upload.types],
      { parseAs: 'buffer', bodyLimit: call.upload.maxBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    serveConsoleCall(files, call, async ({ params, query }, person, request) => {
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const [type = ''] = (request.headers['content-type'] ?? '').split(';');
      // The audience of an upload is an action, so there is a person.
      return handler({ content, type: type.trim().toLowerCase() }, person as TeamMember, { params, query });
    });
    done();
  });
};

/** Sends a file that no cache stores and that the browser saves. */
export const sendFile = (
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
  content: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .headers(headers)
    .type(type)
    .send(content);

type Download = ConsoleCall & { method: 'GET'; download: string };

/**
 * Serves a call whose answer is a file, as an attachment: of the call's content type, or of one that the handler names.
 * @param headers in place of those of an attachment
 */
export const serveDownload = <const C extends Download>(
  app: FastifyInstance,
  call: C,
  handler: (input: Asked<C>, person: TeamMember) => Promise<{ name: string; type?: string; content: Buffer }>,
  headers: Readonly<Record<string, string>> = {},
): void => {
  app.route({
    ...routeOf(call),
    schema: {
      ...requestOf(call),
      produces: [call.download],
      response: failuresByStatus(call),
    },
    handler: async (request, reply) => {
      const {
        name,
        type = call.download,
        content,
      } = await handler({ params: request.params, query: request.query } as Asked<C>, request.teamMember as TeamMember);
      return sendFile(reply, { name, type }, content, headers);
    },
  });
};
