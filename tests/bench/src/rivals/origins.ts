// Laurel's server from its sources. With ORIGINS=off it stores no origins of votes.
import { buildApp } from '@laurel/api/app';
import { systemClock } from '@laurel/api/clock';
import { readConfig } from '@laurel/api/config';
import { createDeps } from '@laurel/api/deps';
import { createLogger } from '@laurel/api/wiring/logger';
import { serve } from '../serve.ts';

const config = readConfig();
const deps = await createDeps({
  config,
  databaseUrl: process.env.DATABASE_URL ?? '',
  clock: systemClock,
  logger: createLogger(config),
});
const isOff = process.env.ORIGINS === 'off';
const app = await buildApp(isOff ? { ...deps, voteOrigins: { ...deps.voteOrigins, note: () => {} } } : deps);
await deps.start();
// Otherwise this server would do work of the other one: it would move the origins that the other recorded.
if (isOff) await deps.voteOrigins.close();
await app.ready();
await serve(app.server);
