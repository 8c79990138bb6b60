import { EditionError } from '@laurel/catalog/problem';
import { DirectoryInUseError } from '@laurel/database/instance-lock';
import { ConfigError, readConfig } from './config.ts';
import { WrongDataKeyError } from './crypto/sealed-keys.store.ts';
import { startServer } from './server.ts';
import { NotImportedError } from './wiring/database.ts';
import { createLogger } from './wiring/logger.ts';

/** How long a stop may take before the process gives up, milliseconds. */
const STOP_LIMIT_MS = 25_000;

const main = async (): Promise<void> => {
  const config = readConfig();
  const logger = createLogger(config);
  // Node's own message would show all properties of an error; those of the driver hold the rejected row.
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'this process fell over');
    process.exit(1);
  });
  const server = await startServer(config);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    server.close(signal).then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ err }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
};

/** Errors that the organiser can fix are shown without a stack. */
const explain = (error: unknown): string => {
  const expected = [ConfigError, DirectoryInUseError, EditionError, NotImportedError, WrongDataKeyError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
