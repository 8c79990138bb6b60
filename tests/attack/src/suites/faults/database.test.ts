import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVictim } from '../../faults/postgres.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { survive } from '../../faults/survive.ts';

/** Longer than the ballot box waits for a response. */
const SILENCE_MS = 6_000;

let setup: FaultSetup;
beforeAll(async () => {
  // A fast but unsafe setting: acknowledged data is written seconds later.
  const careless = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '0' };
  setup = await startFaultSetup({ postgres: await startVictim(careless) });
}, 180_000);
afterAll(() => setup.close(), 60_000);

it('PostgreSQL is killed with every backend', async () => {
  await survive(setup, async () => setup.postgres.kill());
});

it('PostgreSQL pauses, and continues', async () => {
  await survive(setup, async () => {
    setup.postgres.pause();
    await sleep(SILENCE_MS);
    const ready = await fetch(`${setup.cluster.servers[0]?.origin}/readyz`);
    expect(ready.status).toBe(503);
    setup.postgres.resume();
  });
});

it('the network drops everything, in both directions', async () => {
  await survive(setup, async () => {
    setup.wire.hole('both');
    await sleep(SILENCE_MS);
    setup.wire.heal();
  });
});
