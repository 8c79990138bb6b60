// Laurel's server from its sources. With LOG=off it has no key of the public log, so that no vote is promised.
import { buildApp } from '@laurel/api/app';
import { systemClock } from '@laurel/api/clock';
import { readConfig } from '@laurel/api/config';
import { createDeps } from '@laurel/api/deps';
import { createLogger } from '@laurel/api/wiring/logger';
import { serve } from '../serve.ts';

const { logKey, ...rest } = readConfig();
const config = { ...rest, logKey: process.env.LOG === 'off' ? undefined : logKey };
const deps = await createDeps({
  config,
  databaseUrl: process.env.DATABASE_URL ?? '',
  clock: systemClock,
  logger: createLogger(config),
});
const app = await buildApp(deps);
await deps.start();
await app.ready();
await serve(app.server);
