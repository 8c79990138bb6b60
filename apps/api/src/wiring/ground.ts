import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { createDatabase, type Db } from '@laurel/database/client';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import { createKeyring, type Fingerprint, type Keyring } from '../lib/keyring.ts';
import type { PasswordCost } from '../lib/password.ts';
import { loadFingerprint } from '../lib/sealed-keys.ts';
import { createTokens, type Tokens } from '../lib/tokens.ts';

/** What the composition root is given: everything that differs between a server, a worker, a command and a test. */
export type Given = {
  config: Config;
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
  /** The edition where it was read already; else it is read from the configured folder. */
  edition?: Edition;
  /** The folder of the built page; without one only the API is served. */
  webDir?: string | undefined;
  /** Tests take a cheap one. */
  passwordCost?: PasswordCost;
};

/** The ground every room stands on. */
export type Ground = Given & {
  db: Db;
  pool: pg.Pool;
  edition: Edition;
  keyring: Keyring;
  fingerprint: Fingerprint;
  tokens: Tokens;
  /** Where people find this instance, without a slash at the end. */
  publicUrl: string;
};

/** Reads the edition, opens the database and makes the keys; `close` gives the connections back. */
export const layGround = async (given: Given): Promise<{ ground: Ground; close(): Promise<void> }> => {
  const { config, clock } = given;
  const read = given.edition ?? (await loadEdition(config.EDITION_DIR ?? demoEditionDir));
  // One address for letters, mails and the page alike.
  const edition = { ...read, supportEmail: config.SUPPORT_EMAIL ?? read.supportEmail };
  const { db, pool, close } = createDatabase({ url: given.databaseUrl });
  const keyring = createKeyring(config.dataKey, config.dataKeysPrevious);
  const fingerprint = await loadFingerprint(db, keyring, clock.now()).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const tokens = createTokens(config.jwtSecret, config.jwtSecretsPrevious);
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
  return { ground: { ...given, db, pool, edition, keyring, fingerprint, tokens, publicUrl }, close };
};
