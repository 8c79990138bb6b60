import type { FastifyInstance } from 'fastify';
import type { Readiness } from './service.ts';

type Deps = {
  /** The response of `/readyz`. Called for each request: it must not run the checks each time. */
  readiness(): Promise<Readiness>;
  /** False when the process is stopping. */
  accepting(): boolean;
};

/** Registers /livez (the process answers) and /readyz (it can serve requests, or its problems). */
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

/** Registers /metrics, in Prometheus' text format. */
export const registerMetricsRoute = (
  app: FastifyInstance,
  metrics: { contentType: string; read(): Promise<string> },
): void => {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.read()),
  );
};
