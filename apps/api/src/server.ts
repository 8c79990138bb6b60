import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { EditionError } from '@laurel/catalog/problem';
import { ImportRefusedError } from '@laurel/database/editions';
import Fastify, { type FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { closeListener } from './close-listener.ts';
import type { Config } from './config.ts';
import { type Console, listenForConsole } from './console-listener.ts';
import { createDeps } from './deps.ts';
import { createDevClock } from './dev/clock.ts';
import { registerMetricsRoute } from './features/operations/routes.ts';
import { findDatabase, prepareDatabase } from './wiring/database.ts';
import { createLogger } from './wiring/logger.ts';
import { wireSwitch } from './wiring/switch.ts';

/** The folder of the page when it was built beside the API. */
const BUILT_PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url));

const webDirOf = ({ WEB_DIR }: Config): string | undefined =>
  WEB_DIR ?? (existsSync(BUILT_PAGE) ? BUILT_PAGE : undefined);

/** The message at the start of a development instance. */
const welcome = (origin: string, organisers: Console | undefined): string =>
  [
    '',
    `Laurel is ready:     ${origin}`,
    `Development inbox:   ${origin}/dev/inbox`,
    ...(organisers ? [`Console: ${organisers.consoleUrl}`] : []),
    ...(organisers?.firstSignIn ? [`First sign-in: ${organisers.firstSignIn}`] : []),
    'Ctrl-C stops it.',
    '',
    '',
  ].join('\n');

/** Brings a development database up to date. If the edition cannot be imported, the last one is served. */
const prepare = async (
  config: Config,
  urls: { appUrl: string; migrateUrl: string; consoleUrl: string | undefined },
): Promise<void> => {
  try {
    await prepareDatabase(urls, config.EDITION_DIR ?? demoEditionDir);
  } catch (error) {
    if (!(error instanceof EditionError || error instanceof ImportRefusedError)) throw error;
    process.stderr.write(`The edition was not imported; Laurel serves the one before it.\n${error.message}\n`);
  }
};

export type Server = { port: number; close(reason: string): Promise<void> };

/**
 * Starts the process: database (embedded if none is configured), features, job workers, HTTP, sockets.
 * `close` stops accepting requests, answers the accepted ones, and stops everything it started.
 */
export const startServer = async (config: Config): Promise<Server> => {
  const logger = createLogger(config);
  const home = await findDatabase(config);
  try {
    const { appUrl, migrateUrl, consoleUrl } = home;
    if (migrateUrl && !config.production) await prepare(config, { appUrl, migrateUrl, consoleUrl });
    const clock = config.production ? systemClock : createDevClock();
    const open = () => openSite({ config, clock, logger, databaseUrl: appUrl, consoleUrl, onSwitched: follow });
    /** Serves another edition, after a switch: a new site takes the place of the old one, on the same port. */
    const follow = (): void => {
      serving = serving.then(async (site) => {
        logger.info('another edition is the current one and is served');
        const next = await open();
        await site.close();
        await next.listen(port);
        return next;
      });
      serving.catch((err: unknown) => {
        logger.fatal({ err }, 'the current edition could not be served');
        process.exit(1);
      });
    };
    const first = await open();
    let serving = Promise.resolve(first);
    const { port, organisers } = await first.listen(config.PORT);
    logger.info({ port }, 'listening');
    if (!config.production) process.stdout.write(welcome(`http://localhost:${port}`, organisers));
    return {
      port,
      close: async (reason) => {
        logger.info({ reason }, 'stopping');
        await (await serving).close();
        await home.stop();
        logger.info('stopped');
      },
    };
  } catch (error) {
    await home.stop();
    throw error;
  }
};

type SiteOptions = Pick<Parameters<typeof createDeps>[0], 'config' | 'clock' | 'logger' | 'databaseUrl'> & {
  consoleUrl: string | undefined;
  /** Called once another edition is the current one: the site has to be closed, and opened again. */
  onSwitched(): void;
};

/** Opens the site of the current edition: features, HTTP, sockets. It works once it listens. */
const openSite = async ({ consoleUrl, onSwitched, ...options }: SiteOptions) => {
  const { config } = options;
  const deps = await createDeps({ ...options, webDir: webDirOf(config) });
  const app = await buildApp(deps);
  const switcher = wireSwitch(app, deps, onSwitched);
  let metricsApp: FastifyInstance | undefined;
  let organisers: Console | undefined;
  return {
    listen: async (wanted: number) => {
      await deps.start();
      await app.listen({ port: wanted, host: config.HOST });
      metricsApp = await listenForMetrics(config, deps.metrics);
      organisers = await listenForConsole(deps, consoleUrl);
      switcher.start();
      const address = app.server.address();
      return { port: typeof address === 'object' && address ? address.port : wanted, organisers };
    },
    close: async () => {
      deps.stopAccepting();
      // Votes don't wait for the organisers' calls.
      await Promise.all([
        switcher.close(),
        metricsApp && closeListener(metricsApp),
        organisers?.close(),
        closeListener(app).then(() => deps.finish()),
      ]);
      await deps.close();
    },
  };
};

/** Serves the metrics on their own port if METRICS_PORT is set: the port need not be reachable from outside. */
const listenForMetrics = async (config: Config, metrics: { contentType: string; read(): Promise<string> }) => {
  if (config.METRICS_PORT === undefined) return undefined;
  const app = Fastify({ logger: false });
  registerMetricsRoute(app, metrics);
  await app.listen({ port: config.METRICS_PORT, host: config.HOST });
  return app;
};
