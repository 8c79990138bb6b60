import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutOff } from '../../faults/outage.ts';
import { startVictim } from '../../faults/postgres.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { survive } from '../../faults/survive.ts';

let setup: FaultSetup;
beforeAll(async () => {
  // A fast but unsafe setting: acknowledged data is written seconds later.
  const careless = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '0' };
  setup = await startFaultSetup(await startVictim(careless));
});
afterAll(() => setup.close());

it('PostgreSQL is killed with every backend', async () => {
  await survive(setup, async () => setup.postgres.kill());
});

it('PostgreSQL pauses, and continues', async () => {
  await survive(setup, async () => {
    await cutOff(setup, () => setup.postgres.pause());
    const ready = await fetch(`${setup.cluster.servers[0]?.origin}/readyz`);
    expect(ready.status).toBe(503);
    setup.postgres.resume();
  });
});

it('the network drops everything, in both directions', async () => {
  await survive(setup, async () => {
    await cutOff(setup, () => setup.wire.hole());
    setup.wire.heal();
  });
});
