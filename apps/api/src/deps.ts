import { existsSync } from 'node:fs';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { DEFAULT_BLOCKED_REGIONS } from '@laurel/contracts/blocked-regions';
import { createDatabase, type Db } from '@laurel/database/client';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { loadPage } from './features/page/service.ts';
import { findSession } from './features/session/store.ts';
import type { Clock } from './lib/clock.ts';
import { createGate } from './lib/gate.ts';
import { createKeyring, type Fingerprint, type Keyring } from './lib/keyring.ts';
import { createMetrics } from './lib/metrics.ts';
import type { PasswordCost } from './lib/password.ts';
import { loadFingerprint } from './lib/sealed-keys.ts';
import { createTokens, type Tokens } from './lib/tokens.ts';
import type { EventListener } from './realtime/listener.ts';
import { statusOfEvent } from './realtime/store.ts';
import { wireAccounts } from './wiring/accounts.ts';
import { wireIdentity } from './wiring/identity.ts';
import { wireMessaging } from './wiring/messaging.ts';
import { wireOperations } from './wiring/operations.ts';
import { wireRealtime } from './wiring/realtime.ts';
import { type Verification, wireVerification } from './wiring/verification.ts';
import { wireVoting } from './wiring/voting.ts';

/** What the composition root is given: everything that differs between a server, a worker, a command and a test. */
export type Given = {
  config: Config;
  databaseUrl: string;
  clock: Clock;
  logger: Logger;
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

const layGround = async (given: Given): Promise<{ ground: Ground; close(): Promise<void> }> => {
  const { config, clock } = given;
  const edition = await loadEdition(config.EDITION_DIR ?? demoEditionDir, {
    defaultBlockedRegions: DEFAULT_BLOCKED_REGIONS,
  });
  const { db, pool, close } = createDatabase({ url: given.databaseUrl });
  const keyring = createKeyring(config.dataKey, config.dataKeysPrevious);
  const fingerprint = await loadFingerprint(db, keyring, clock.now());
  const tokens = createTokens(config.jwtSecret, config.jwtSecretsPrevious);
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
  return { ground: { ...given, db, pool, edition, keyring, fingerprint, tokens, publicUrl }, close };
};

/** Wires every room once. Rooms never import each other: what one needs of another is passed here. */
export const createDeps = async (given: Given) => {
  const { ground, close } = await layGround(given);
  const { config, clock, db } = ground;
  const instruments = createMetrics();
  const messaging = wireMessaging(ground, instruments, {
    smsFailed: (...failed) => verification.phones.giveBack(...failed),
  });
  const voting = await wireVoting(ground, instruments);
  const identity = wireIdentity(ground);
  const accounts = await wireAccounts(ground, identity, messaging.outbox);
  const verification: Verification = wireVerification(ground, identity, {
    outbox: messaging.outbox,
    metrics: instruments,
  });
  const operations = wireOperations(ground, instruments, voting);
  const { gateway, startEvents } = wireRealtime(ground, instruments, {
    statusOf: (hash) => statusOfEvent(db, hash),
    statistics: voting.statistics,
  });
  let events: EventListener | undefined;
  const gate = createGate(ground.tokens, (sessionId, now) => findSession(db, sessionId, now));
  const page = config.WEB_DIR && existsSync(config.WEB_DIR) ? await loadPage(config.WEB_DIR) : undefined;

  return {
    ...ground,
    ...messaging,
    ...voting,
    ...operations,
    ...identity,
    ...accounts,
    ...verification,
    gate,
    gateway,
    page,
    pageData: async () => ({
      edition: voting.editionRoom.at(clock.now()).edition,
      statistics: JSON.parse((await voting.statistics.current()).body.toString()),
      ipLookupUrl: config.IP_LOOKUP_URL,
    }),
    /** Starts what works by itself: the job worker, the sockets' listener, the bot. */
    start: async () => {
      messaging.jobs.start();
      events = startEvents();
    },
    close: async () => {
      await events?.close();
      gateway.close();
      await messaging.jobs.close();
      voting.statistics.close();
      await voting.ballotBox.close();
      await close();
    },
  };
};

export type Deps = Awaited<ReturnType<typeof createDeps>>;
