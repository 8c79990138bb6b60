import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultSetup, startFaultSetup } from '../../faults/setup.ts';
import { survive } from '../../faults/survive.ts';

/** Longer than the time after which a vote is reported as in doubt. */
const SILENCE_MS = 25_000;

let setup: FaultSetup;
beforeAll(async () => {
  setup = await startFaultSetup();
}, 180_000);
afterAll(() => setup.close(), 60_000);

describe('the network between the servers and PostgreSQL', () => {
  it.each(['there', 'back', 'both'] as const)(
    'drops everything for half a minute: %s',
    async (direction) => {
      const { answers } = await survive(setup, async () => {
        setup.wire.hole(direction);
        await sleep(SILENCE_MS);
        setup.wire.heal();
      });
      expect(answers['503 vote.in_doubt']).toBeGreaterThan(0);
    },
    180_000,
  );

  it('fails and recovers repeatedly', async () => {
    await survive(setup, async () => {
      for (let times = 0; times < 20; times += 1) {
        setup.wire.hole('both');
        await sleep(700);
        setup.wire.heal();
        await sleep(300);
      }
    });
  }, 180_000);

  it('ends every connection with RST, repeatedly', async () => {
    await survive(setup, async () => {
      for (let times = 0; times < 20; times += 1) {
        setup.wire.reset();
        await sleep(300);
      }
    });
  }, 180_000);
});

describe('PostgreSQL', () => {
  it.each(['fast', 'immediate'] as const)(
    'is restarted in %s mode, three times',
    async (mode) => {
      await survive(setup, async () => {
        for (let times = 0; times < 3; times += 1) {
          setup.postgres.stop(mode);
          await sleep(2_000);
        }
      });
    },
    180_000,
  );

  it('is killed five times', async () => {
    await survive(setup, async () => {
      for (let times = 0; times < 5; times += 1) {
        setup.postgres.kill();
        await sleep(2_000);
      }
    });
  }, 180_000);

  it('pauses for half a minute', async () => {
    await survive(setup, async () => {
      setup.postgres.pause();
      await sleep(SILENCE_MS);
      setup.postgres.resume();
    });
  }, 180_000);
});
