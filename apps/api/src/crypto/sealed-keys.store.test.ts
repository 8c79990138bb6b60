import { randomBytes } from 'node:crypto';
import { createDatabase } from '@laurel/database/client';
import { createTestDatabase } from '@laurel/database/testing';
import { expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';
import { loadFingerprint } from './sealed-keys.store.ts';

// This test fails if the last process to start replaces the key of the first.
it('processes that start at once on a new database make the same fingerprints', async () => {
  const database = await createTestDatabase();
  const keyring = createKeyring(randomBytes(32));
  const clients = Array.from({ length: 8 }, () => createDatabase({ url: database.url, maxConnections: 1 }));
  const fingerprints = await Promise.all(clients.map(({ db }) => loadFingerprint(db, keyring, new Date())));
  const made = fingerprints.map((fingerprint) => fingerprint('phone', '+380671234567').toString('hex'));
  await Promise.all(clients.map(({ close }) => close()));
  await database.drop();
  expect(new Set(made).size).toBe(1);
});
