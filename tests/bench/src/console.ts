import { systemClock } from '@laurel/api/clock';
import { readConfig } from '@laurel/api/config';
import { createDeps } from '@laurel/api/deps';
import { createLogger } from '@laurel/api/wiring/logger';
import { type ConsoleClient, startTestConsole } from '@laurel/support/console';
import type { Stage } from './stage.ts';

/** Runs work with an owner who has just signed in to the console. */
export const asOrganiser = async <Found>(
  { env, consoleUrl }: Pick<Stage, 'env' | 'consoleUrl'>,
  work: (person: ConsoleClient) => Promise<Found>,
): Promise<Found> => {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
  const deps = await createDeps({
    config,
    databaseUrl: env.DATABASE_URL,
    webDir: undefined,
    clock: systemClock,
    logger: createLogger(config),
  });
  const desk = await startTestConsole({ deps, consoleUrl, clock: systemClock });
  try {
    return await work(await desk.member(`Bench ${Date.now()}`, 'owner'));
  } finally {
    await desk.close();
    await deps.close();
  }
};
