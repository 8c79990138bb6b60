import { afterAll, beforeAll, describe, it } from 'vitest';
import { last, restart, untilAnswered } from '../../faults/outage.ts';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { survive } from '../../faults/survive.ts';

/** Longer than the time after which a vote is reported as in doubt. */
const SILENCE_MS = 25_000;

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup();
});
afterAll(() => setup.close());

describe('the network between the servers and PostgreSQL', () => {
  it.each(['there', 'back', 'both'] as const)('drops everything for half a minute: %s', async (direction) => {
    await survive(setup, async () => {
      await untilAnswered(setup, '503 vote.in_doubt', async () => {
        setup.wire.hole(direction);
        await last(SILENCE_MS);
      });
      setup.wire.heal();
    });
  });

  it('fails and recovers repeatedly', async () => {
    await survive(setup, async () => {
      for (let times = 0; times < 20; times += 1) {
        setup.wire.hole('both');
        await last(700);
        setup.wire.heal();
        await last(300);
      }
    });
  });

  it('ends every connection with RST, repeatedly', async () => {
    await survive(setup, async () => {
      for (let times = 0; times < 20; times += 1) {
        setup.wire.reset();
        await last(300);
      }
    });
  });
});

describe('PostgreSQL', () => {
  it.each(['fast', 'immediate'] as const)('is restarted in %s mode, three times', async (mode) => {
    await survive(setup, async () => {
      for (let times = 0; times < 3; times += 1) await restart(setup, () => setup.postgres.stop(mode));
    });
  });

  it('is killed five times', async () => {
    await survive(setup, async () => {
      for (let times = 0; times < 5; times += 1) await restart(setup, () => setup.postgres.kill());
    });
  });

  it('pauses for half a minute', async () => {
    await survive(setup, async () => {
      setup.postgres.pause();
      await last(SILENCE_MS);
      setup.postgres.resume();
    });
  });
});
