import type { FastifyInstance } from 'fastify';

/** Serves a rival on PORT, prints the port the way Laurel does, and ends at SIGTERM. */
export const serve = async (app: FastifyInstance): Promise<void> => {
  await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  process.stdout.write(`${JSON.stringify({ port, msg: 'listening' })}\n`);
  process.on('SIGTERM', () => process.exit(0));
};
