import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@laurel/database/client';
import { type Embedded, startEmbedded } from '@laurel/database/embedded';
import { connect } from '@laurel/database/testing-rows';
import { type OwnPostgres, startOwnPostgres } from '@laurel/support/own-postgres';
import { type FaultyProxy, startProxy } from '@laurel/support/proxy';
import { copyForStandby } from '@laurel/support/standby';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPollLock } from '../../adapters/telegram/poll-lock.ts';
import { createBallotBox } from './ballot.service.ts';
import { type Ballot, openWriter } from './ballot.store.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-standby-'));

let own: OwnPostgres;
/** It has the rows from before the tests, but none that the tests store. */
let standby: Embedded;
/** The address that leads to the primary, or by mistake to the standby. */
let address: FaultyProxy;
beforeAll(async () => {
  own = await startOwnPostgres();
  const settings = await copyForStandby(own.cluster.migrateUrl, own.folder, join(folder, 'postgres'));
  standby = await startEmbedded({ dataDir: folder, settings });
  const owner = await connect(standby.migrateUrl);
  await owner.query('SELECT pg_wal_replay_pause()');
  await owner.end();
  address = await startProxy(own.appUrl);
});
afterAll(async () => {
  await address.close();
  await standby.stop();
  await own.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Votes of new voters for the same nominee. */
const ballotsOf = async (count: number): Promise<Ballot[]> => {
  const { rows } = await own.cluster.owner.query<{ nomineeId: number; categoryId: number }>(
    'SELECT id AS "nomineeId", category_id AS "categoryId" FROM nominees ORDER BY id LIMIT 1',
  );
  const [nominee] = rows;
  if (!nominee) throw new Error('there is no nominee');
  const voters = await own.cluster.voters(count);
  return voters.map(({ sessionId }) => ({ ...nominee, sessionId, nonces: randomBytes(32) }));
};

describe('an address that leads to a standby for a while', () => {
  // This test fails without requirePrimary(): the stored vote was missing on the standby, so it was sent again, to the
  // standby, and refused as not stored; so was the next vote.
  it('is not believed when it has no row of a vote in doubt', async () => {
    let reachedStandby = 0;
    const box = createBallotBox({
      openWriter: () => openWriter(address.url, 0),
      now: () => new Date(),
      promises: undefined,
      observer: {
        batch: () => {},
        outcome: () => {},
        problem: (error, what) => {
          if (what !== 'connect' || !String(error).includes('is a standby')) return;
          reachedStandby += 1;
          if (reachedStandby === 3) address.lead(own.appUrl);
        },
      },
    });
    const [first, second, third] = await ballotsOf(3);
    if (!first || !second || !third) throw new Error('there are no voters');
    try {
      expect(await box.cast(first)).toMatchObject({ outcome: 'accepted' });
      address.lead(standby.appUrl);
      address.breakNext('lose_answer');
      expect(await box.cast(second)).toMatchObject({ outcome: 'accepted' });
      expect(reachedStandby).toBe(3);
      expect(await box.cast(third)).toMatchObject({ outcome: 'accepted' });
      expect(await own.cluster.audit()).toEqual({ votes: 3, wrongTallies: 0 });
    } finally {
      await box.close();
      address.lead(own.appUrl);
    }
  });

  it('is refused by pools that need the primary, until it leads there', async () => {
    address.lead(standby.appUrl);
    const strict = createDatabase({ url: address.url, onlyPrimary: true });
    const other = createDatabase({ url: standby.appUrl });
    try {
      await expect(strict.pool.query('SELECT 1')).rejects.toMatchObject({ code: '25006' });
      await expect(strict.db.vote.count()).rejects.toThrow();
      expect(strict.pool.totalCount).toBe(0);
      expect(await other.db.vote.count()).toBe(0);
      address.lead(own.appUrl);
      expect(await strict.db.vote.count()).toBeGreaterThan(0);
    } finally {
      await Promise.all([strict.close(), other.close()]);
      address.lead(own.appUrl);
    }
  });

  // A lock on the standby does not exclude one on the primary: a second process would poll Telegram.
  it('gives nobody the lock of the Telegram bot', async () => {
    address.lead(standby.appUrl);
    const stopping = new AbortController();
    let refused = 0;
    const refusedBefore: number[] = [];
    const alone = createPollLock({
      url: address.url,
      checkMs: 20,
      onError: () => {
        refused += 1;
        if (refused === 2) address.lead(own.appUrl);
      },
    });
    await alone(async () => {
      refusedBefore.push(refused);
      stopping.abort();
    }, stopping.signal);
    expect(refusedBefore).toEqual([2]);
  });
});
