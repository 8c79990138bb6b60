import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { AppError } from '../app-error.ts';
import { withCharset } from '../http/security-headers.ts';

/** The console's own files only; no inline script or style, and Trusted Types. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // The previews of mails, which have a policy of their own.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Paths of screens have no dot; a missing file or call is no screen. */
const SCREEN = /^\/(?!api\/|assets\/)[\w/-]*(?:\?|$)/;

/** Serves the built console: its hashed files, and the same page at the address of every screen. */
export const registerConsolePage = async (app: FastifyInstance, consoleDir: string): Promise<void> => {
  const page = await readFile(join(consoleDir, 'index.html'));
  const files: FastifyPluginAsync = async (assets) => {
    assets.addHook('onSend', (_request, reply, _payload, next) => {
      const type = reply.getHeader('content-type');
      if (typeof type === 'string') reply.type(withCharset(type));
      next();
    });
    await assets.register(fastifyStatic, {
      root: join(consoleDir, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      preCompressed: true,
      index: false,
    });
  };
  await app.register(files);
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    // Thrown here, because the app's not-found handler redirects unknown paths to the first screen.
    if (!SCREEN.test(request.url)) throw new AppError('request.not_found');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .send(page);
  });
};
