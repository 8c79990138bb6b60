import type { FastifyInstance } from 'fastify';
import type { Readiness } from './service.ts';

type Deps = {
  /** What `/readyz` tells; asked for each request, so it must not run its checks for each. */
  readiness(): Promise<Readiness>;
  /** False from the moment this process begins to stop. */
  accepting(): boolean;
};

/** /livez (the process answers) and /readyz (it can do its work); what is wrong is named, never explained in depth. */
export const registerHealthRoutes = (app: FastifyInstance, { readiness, accepting }: Deps): void => {
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ live: true }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const state = accepting() ? await readiness() : { ready: false, problems: { process: 'is stopping' } };
    return reply
      .status(state.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state);
  });
};

/** /metrics in Prometheus' text format. */
export const registerMetricsRoute = (
  app: FastifyInstance,
  given: { contentType: string; read(): Promise<string> },
): void => {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type(given.contentType)
      .header('cache-control', 'no-store')
      .send(await given.read()),
  );
};
