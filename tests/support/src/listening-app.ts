import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleFailures } from '@laurel/api/http/failures';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';

/** An application whose address is known before its routes are added. Call `begin` when all are added. */
export const createListeningApp = async (): Promise<{
  app: FastifyInstance;
  origin: string;
  begin(): Promise<void>;
}> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const app = Fastify({
    bodyLimit: 16 * 1024,
    forceCloseConnections: true,
    serverFactory: (handler) => server.on('request', handler),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleFailures(app, {}, true);
  return {
    app,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: async () => void (await app.ready()),
  };
};
