import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LAUREL_MARK } from '../messages/laurel-mark.ts';

/** With zod 4.6 the transform loses a schema's examples, so they are restored from the contracts. */
const transform = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) => {
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples)) jsonSchema.examples = examples;
    },
  },
});

/** Allows only the page's own files. The default policy of swagger-ui allows images, fonts and styles from any site. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The names are literal, so that the build finds the files and copies them.
const STYLE = readFileSync(new URL('./openapi-page/laurel.css', import.meta.url), 'utf8');
const SCRIPT = readFileSync(new URL('./openapi-page/laurel.js', import.meta.url), 'utf8');

/** Serves the OpenAPI 3.1 document, generated from the contracts, at /api/docs/json, and a page to browse it at /api/docs. */
export const registerOpenApi = async (
  app: FastifyInstance,
  publicUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Laurel',
        description:
          'The API of an awards-voting site. Success: `{success: true, message?, data?, metadata?}`. Failure, with a ' +
          'fitting HTTP status: `{success: false, code, codes, message, errors, data?, metadata?}`.',
        version: '1.0.0',
        license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    theme: {
      title: 'Laurel API',
      css: [{ filename: 'laurel.css', content: STYLE }],
      js: [{ filename: 'laurel.js', content: SCRIPT }],
      favicon: [
        { filename: 'laurel.png', rel: 'icon', type: LAUREL_MARK.type, sizes: '144x144', content: LAUREL_MARK.content },
      ],
    },
    uiHooks: {
      onRequest: (_request, reply, done) => {
        reply.headers(headers);
        done();
      },
    },
  });
};
