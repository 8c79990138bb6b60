import type { Config } from '../../config.ts';
import { consoleAddress } from '../../console-listener.ts';
import { locateDatabase } from '../database.ts';
import { MisuseError } from '../output.ts';

/** The address of the console, and the connection of its role. */
export type ConsolePlace = { consoleUrl: string; databaseUrl: string };

/**
 * Finds the console of this deployment. Without one, commands use the application's role, and no link is made.
 * @param needed the team and its links exist only with a console
 * @throws MisuseError without a console that is needed
 */
export const locateConsole = (config: Config, { needed }: { needed: boolean }): ConsolePlace => {
  const { appUrl, consoleUrl: databaseUrl } = locateDatabase(config);
  const address = consoleAddress(config);
  if (needed && (databaseUrl === undefined || address === undefined)) {
    throw new MisuseError(
      'There is no console here. Set CONSOLE_URL and DATABASE_CONSOLE_URL, type "laurel migrate", and start Laurel again.',
    );
  }
  return {
    consoleUrl: address?.url ?? `http://localhost:${address?.port ?? 0}`,
    databaseUrl: databaseUrl ?? appUrl,
  };
};
