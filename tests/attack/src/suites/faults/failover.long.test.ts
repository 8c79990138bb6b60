import { it } from 'vitest';
import { last } from '../../faults/outage.ts';
import { startFaultSetup } from '../../faults/setup.ts';
import { startStandby } from '../../faults/standby.ts';
import { survive } from '../../faults/survive.ts';

it('a primary that vanishes with its connections open is replaced by its standby', async () => {
  const setup = await startFaultSetup();
  const standby = await startStandby(setup.postgres);
  try {
    await survive(setup, async () => {
      // The machine is gone, without a packet.
      setup.wire.hole('both');
      setup.postgres.pause();
      await last(3_000);
      await standby.promote();
      setup.wire.lead(standby.port);
      setup.moveTo(standby);
      setup.wire.heal();
    });
  } finally {
    await setup.close();
    await standby.close();
  }
});
