import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '@laurel/database/free-port';
import { closeListener } from './close-listener.ts';
import type { Config } from './config.ts';
import { buildConsole } from './console.ts';
import type { Deps } from './deps.ts';
import { createConsoleDeps } from './wiring/console.ts';

/** The folder of the console when it was built beside the API. */
const BUILT_CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));

const DEFAULT_PORT = 8081;
const DEFAULT_SITE_PORT = 8080;

/** The port and the address of the console; undefined where there is none. */
export const consoleAddress = ({
  NODE_ENV,
  PORT,
  CONSOLE_PORT,
  CONSOLE_URL,
}: Pick<Config, 'NODE_ENV' | 'PORT' | 'CONSOLE_PORT' | 'CONSOLE_URL'>): { port: number; url?: string } | undefined => {
  const port = CONSOLE_PORT ?? (PORT === DEFAULT_SITE_PORT ? DEFAULT_PORT : 0);
  if (CONSOLE_URL !== undefined) return { port, url: new URL(CONSOLE_URL).origin };
  return NODE_ENV === 'development' || (NODE_ENV === 'test' && CONSOLE_PORT !== undefined) ? { port } : undefined;
};

/** The listening console. */
export type Console = {
  consoleUrl: string;
  /** The link for the first owner, in development, until somebody has signed in. */
  firstSignIn: string | undefined;
  close(): Promise<void>;
};

const FIRST_OWNER = { name: 'Owner', role: 'owner' } as const;
const DEVELOPMENT = { actor: 'development', reason: 'the first sign-in of a development instance' };

/**
 * Starts the listener of the organisers' console, if this process has one.
 * @param databaseUrl the connection string of the console's role
 */
export const listenForConsole = async (deps: Deps, databaseUrl: string | undefined): Promise<Console | undefined> => {
  const { config, clock } = deps;
  const address = consoleAddress(config);
  if (!address || databaseUrl === undefined) return undefined;
  // The address holds the port, which is known once a free one was found. A port that somebody chose must be free.
  const isChosen = address.url !== undefined || (config.CONSOLE_PORT ?? 0) !== 0;
  const port = isChosen ? address.port : await freePort(config.HOST, address.port);
  const consoleUrl = address.url ?? `http://localhost:${port}`;
  const consoleDeps = createConsoleDeps({ deps, databaseUrl, consoleUrl });
  try {
    const app = await buildConsole(
      consoleDeps,
      config.CONSOLE_DIR ?? (existsSync(BUILT_CONSOLE) ? BUILT_CONSOLE : undefined),
    );
    await app.listen({ port, host: config.HOST });
    const isNew = !config.production && !(await consoleDeps.hasMembers());
    const invitation = isNew ? await consoleDeps.team.invite(FIRST_OWNER, DEVELOPMENT, clock.now()) : undefined;
    return {
      consoleUrl,
      firstSignIn: invitation?.link,
      close: async () => {
        await closeListener(app);
        await consoleDeps.close();
      },
    };
  } catch (error) {
    await consoleDeps.close();
    throw error;
  }
};
