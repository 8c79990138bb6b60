import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfigError, readConfig } from './config.ts';
import { startServer } from './server.ts';

/** How long a stop may take before the process gives up, milliseconds. */
const STOP_LIMIT_MS = 25_000;

const main = async (): Promise<void> => {
  const server = await startServer(readConfig(process.env));
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    server.close(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
};

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  main().catch((error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exit(1);
  });
}
