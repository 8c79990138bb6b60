import type { ImageFolder } from '@laurel/catalog/images';
import { clientIp } from '@laurel/contracts/calls/client-ip';
import { edition } from '@laurel/contracts/calls/edition';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import { API_PREFIX, serveCall } from '../../http/call.ts';
import { observedAddress } from '../../http/client.ts';
import type { CommonAnswer } from '../../http/common-answer.ts';
import { charge, type MemoryLimit } from '../../http/memory-limit.ts';
import { networkOf } from '../../http/network.ts';
import { contentReply, failureReplies, NOT_MODIFIED } from '../../http/replies.ts';
import { withCharset } from '../../http/security-headers.ts';
import type { EditionService } from './service.ts';

type Deps = {
  clock: Clock;
  editionService: EditionService;
  reads: MemoryLimit;
  /** An image of an archived edition by its path. */
  archive: { image(path: string): Promise<{ headers: Readonly<Record<string, string>>; body: Buffer } | undefined> };
};

/**
 * An image's name contains the hash of its content, so the response is immutable (RFC 8246). The content security
 * policy lets an SVG run no script.
 */
const IMAGE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};

/** GET /edition. It may be cached for five seconds. */
export const editionAnswer = ({ clock, editionService }: Pick<Deps, 'clock' | 'editionService'>): CommonAnswer => ({
  url: `${API_PREFIX}${edition.path}`,
  schema: {
    summary: edition.summary,
    tags: ['edition'],
    response: { 200: edition.reply, ...NOT_MODIFIED, ...failureReplies([404, 429]) },
  },
  cacheControl: 'public, max-age=5',
  fresh: (now) => editionService.at(now).answer,
  current: async () => editionService.at(clock.now()).answer,
});

/** The edition's images, and GET /client-ip. */
export const registerEditionRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { clock, editionService, reads, archive } = deps;
  const serveImages = (folder: ImageFolder, summary: string): void => {
    app.route<{ Params: { file: string } }>({
      method: 'GET',
      url: `${API_PREFIX}/edition/${folder}/:file`,
      schema: {
        summary,
        tags: ['edition'],
        params: z.object({ file: z.string().max(200) }),
        response: { 200: contentReply('image/*', summary), ...failureReplies([404]) },
      },
      handler: async (request, reply) => {
        const image = await editionService.findImage(folder, request.params.file);
        if (image) return reply.headers(IMAGE_HEADERS).type(withCharset(image.contentType)).send(image.body);
        const past = await archive.image(request.url);
        if (!past) throw new AppError('request.not_found');
        return reply.headers({ ...past.headers, ...IMAGE_HEADERS }).send(past.body);
      },
    });
  };
  serveImages('logos', 'A logo');
  serveImages('pictures', 'A picture of a nominee');

  serveCall(app, clientIp, async (_input, request) => {
    const ip = observedAddress(request);
    charge(reads, networkOf(ip), clock.now().getTime());
    return { ip };
  });
};
