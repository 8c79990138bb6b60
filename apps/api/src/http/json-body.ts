import type { FastifyInstance } from 'fastify';

/**
 * Reads an empty body as an object without fields: many HTTP clients send the type of JSON with every request, also of calls
 * without fields.
 */
export const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, {}) : parse(request, body, done),
  );
};
