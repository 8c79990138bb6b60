import { publicEditionSchema } from '@laurel/catalog/public-edition';
import { clientIp } from '@laurel/contracts/calls/client-ip';
import { success } from '@laurel/contracts/envelope';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../lib/app-error.ts';
import { API_PREFIX, serveCall } from '../../lib/call.ts';
import { observedAddress } from '../../lib/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { MemoryLimit } from '../../lib/memory-limit.ts';
import { networkOf } from '../../lib/network.ts';
import { isKnown } from '../../lib/validators.ts';
import type { EditionRoom } from './service.ts';

type Given = { clock: Clock; editionRoom: EditionRoom; reads: MemoryLimit };

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=5' };
/** A logo's name holds the hash of its content: it never changes (RFC 8246). An SVG opened by itself runs nothing. */
const LOGO_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

const REPLIES: Record<string, z.ZodType> = { 200: success(publicEditionSchema) };

/** GET /edition, its logos, and GET /client-ip. */
export const registerEditionRoutes = (app: FastifyInstance, { clock, editionRoom, reads }: Given): void => {
  const demandRead = (request: FastifyRequest): void => {
    const retryAfterSeconds = reads.take(networkOf(observedAddress(request)), clock.now().getTime());
    if (retryAfterSeconds > 0) throw new AppError('limit.exceeded', { retryAfterSeconds });
  };

  app.route({
    method: 'GET',
    url: `${API_PREFIX}/edition`,
    schema: {
      summary: 'The edition: texts, phases, nominations and nominees in both languages',
      tags: ['edition'],
      response: REPLIES,
    },
    serializerCompiler: () => (body: unknown) => body as string,
    handler: async (request, reply) => {
      demandRead(request);
      const { body, etag } = editionRoom.at(clock.now());
      reply.headers(HEADERS).header('etag', etag);
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.send(body);
    },
  });

  app.route<{ Params: { file: string } }>({
    method: 'GET',
    url: `${API_PREFIX}/edition/logos/:file`,
    schema: { summary: 'A logo', tags: ['edition'], params: z.object({ file: z.string().max(200) }) },
    handler: async (request, reply) => {
      const logo = editionRoom.logo(request.params.file);
      if (!logo) throw new AppError('request.not_found');
      return reply.headers(LOGO_HEADERS).type(logo.contentType).send(logo.body);
    },
  });

  serveCall(app, clientIp, async (_input, request) => {
    demandRead(request);
    return { ip: observedAddress(request) };
  });
};
