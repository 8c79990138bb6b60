import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from '../../lib/security-headers.ts';
import type { Page } from './service.ts';

type Given = {
  page: Page;
  /** What the first paint needs: edition, statistics, where to ask for the address. */
  data(): Promise<unknown>;
};

/** The page at the site root and its hashed files. */
export const registerPageRoutes = async (app: FastifyInstance, { page, data }: Given): Promise<void> => {
  await app.register(fastifyStatic, {
    root: page.assetsDir,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    preCompressed: true,
    index: false,
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pagePolicy(nonce))
        // An old copy would have an old nonce, and an old idea of what time it is.
        .header('cache-control', 'no-store')
        .send(page.render(await data(), nonce))
    );
  });
};
