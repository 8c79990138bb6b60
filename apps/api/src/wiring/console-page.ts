import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { serveBuiltFiles } from '../http/built-files.ts';

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
  await serveBuiltFiles(app, join(consoleDir, 'assets'), '/assets/');
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
