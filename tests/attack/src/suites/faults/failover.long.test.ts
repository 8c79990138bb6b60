import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { startHouse } from '../../faults/house.ts';
import { startStandby } from '../../faults/standby.ts';
import { survive } from '../../faults/survive.ts';

it('a primary that vanishes with its connections open is replaced by its standby', async () => {
  const house = await startHouse();
  const standby = await startStandby(house.postgres);
  try {
    await survive(house, async () => {
      // The machine is gone: no packet ever says so.
      house.wire.hole('both');
      house.postgres.pause();
      await sleep(3_000);
      await standby.promote();
      house.wire.lead(standby.port);
      house.moveTo(standby);
      house.wire.heal();
    });
  } finally {
    await house.close();
    await standby.close();
  }
}, 300_000);
