import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { withCharset } from './security-headers.ts';

/**
 * Serves the hashed files of a build, which never change.
 * @param headers more headers of each
 */
export const serveBuiltFiles = async (
  app: FastifyInstance,
  root: string,
  prefix: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const files: FastifyPluginAsync = async (assets) => {
    assets.addHook('onSend', (_request, reply, _payload, next) => {
      const type = reply.getHeader('content-type');
      if (typeof type === 'string') reply.type(withCharset(type));
      reply.headers(headers);
      next();
    });
    await assets.register(fastifyStatic, {
      ...{ root, prefix, immutable: true, maxAge: '1y', decorateReply: false, preCompressed: true, index: false },
    });
  };
  await app.register(files);
};
