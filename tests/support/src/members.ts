import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, systemClock } from '@laurel/api/clock';
import { readConfig } from '@laurel/api/config';
import { createPasswords } from '@laurel/api/crypto/password';
import { newHandle } from '@laurel/api/crypto/random';
import { createDeps, type Deps } from '@laurel/api/deps';
import { createLogger } from '@laurel/api/wiring/logger';
import type { Cluster } from './cluster.ts';
import { authenticatorCode, newPerson, type Person } from './people.ts';

/** A user who set up two-factor ten minutes ago. */
export type ClusterMember = Person & {
  accountId: string;
  token: string;
  qrCode: string;
  backupCodes: string[];
  cookie: string;
};

/** The API's services in this process, with a cluster's database and keys: for values that users get by mail or SMS. */
export type ClusterServices = {
  deps: Deps;
  member(): Promise<ClusterMember>;
  close(): Promise<void>;
};

const SET_UP_AGO_MS = 10 * 60_000;
const NETWORK = '192.0.2.1';

/** Opens the services; `close` removes everything. No worker runs here: the servers' workers send the messages. */
export const openServices = async ({ env }: Pick<Cluster, 'env'>): Promise<ClusterServices> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-services-'));
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env, DATA_DIR: dataDir });
  const deps = await createDeps({
    config,
    databaseUrl: env.DATABASE_URL ?? '',
    clock: systemClock,
    logger: createLogger(config),
  });
  // A cheap hash. The servers verify it as fast, because a hash contains its cost.
  const { hash } = createPasswords({ memoryKiB: 64, passes: 1 });
  return {
    deps,
    member: async () => {
      const person = newPerson();
      const { name, email, phoneNumber, password } = person;
      const now = after(systemClock.now(), -SET_UP_AGO_MS);
      const passwordHash = await hash(password);
      const { id: accountId } = await deps.db.account.create({
        data: { name, email, emailCanonical: email, phoneNumber, passwordHash, createdAt: now },
        select: { id: true },
      });
      await deps.db.account.update({ where: { id: accountId }, data: { emailVerifiedAt: now } });
      const begun = await deps.transact((tx) =>
        deps.twoFactor.beginSetup(tx, { id: accountId, email, browser: newHandle() }, now),
      );
      const { requestKey, qrCode } = begun;
      const client = {
        ip: NETWORK,
        network: NETWORK,
        language: 'en',
        declared: { ip: null, userAgent: null, timeZone: null },
      } as const;
      const factor = { otpCode: authenticatorCode(qrCode, now) };
      const {
        token,
        backupCodes = [],
        deviceToken,
      } = await deps.twoFactor.verifyOtp({ requestKey, factor, client, now });
      return { ...person, accountId, token, qrCode, backupCodes, cookie: `laurel_device=${deviceToken}` };
    },
    close: async () => {
      await deps.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
