import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Deps } from './deps.ts';
import { handleFailures } from './lib/failures.ts';
import { newHandle } from './lib/random.ts';

/** Body bytes; the largest honest payload is a registration, well under this. */
const BODY_LIMIT = 16 * 1024;

/** The HTTP application: plugins, then each room's routes. Nothing is decided here. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app = Fastify({
    loggerInstance: deps.logger,
    disableRequestLogging: true,
    trustProxy: deps.config.TRUST_PROXY ?? false,
    bodyLimit: BODY_LIMIT,
    genReqId: newHandle,
    // A slow client may hold a socket for this long before its request is complete.
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleFailures(app);
  await app.register(cookie);
  await registerRooms(app, deps);
  return app;
};

/** One line for each room. */
const registerRooms = async (_app: FastifyInstance, _deps: Deps): Promise<void> => {};
