import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAudience } from './audience.ts';
import { lostVotes, startCrowd } from './crowd.ts';
import { createDeployment, type Deployment, IMAGE, removeImages, tagImages } from './deployment.ts';
import { docker } from './docker.ts';
import { type OutsideWorld, startOutside } from './outside.ts';

/** Far more than a reconnect takes, on however busy a machine: who is not back by then does not come back. */
const BACK_WITHIN_MS = 60_000;

const versioned = (suffix: string): string => `${IMAGE.version}-${suffix}`;

let outside: OutsideWorld;
let deployment: Deployment;
beforeAll(async () => {
  outside = await startOutside();
  deployment = await createDeployment(outside, 3);
  await deployment.up();
  await deployment.trustCaddy();
});
afterAll(async () => {
  await deployment?.remove();
  for (const suffix of ['next', 'broken']) await removeImages(versioned(suffix));
  await outside?.close();
});

/** Lets a crowd vote while something happens, and for a while after; nothing acknowledged may be missing. */
const survive = async (happening: () => Promise<void>) => {
  const audience = await startAudience(deployment.origin, 20);
  const crowd = await startCrowd(deployment, 3_000, 16);
  await sleep(1_500);
  await happening();
  const after = crowd.acknowledged.length;
  await expect.poll(() => crowd.acknowledged.length, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(after);
  // Whatever comes late, comes now.
  await sleep(2_000);
  expect(await audience.heardSince(performance.now(), BACK_WITHIN_MS), 'everyone hears of new votes').toBe(true);
  await crowd.stop();
  await audience.leave();
  expect(await lostVotes(await deployment.databaseUrl(), crowd)).toEqual([]);
  expect(await deployment.doctor()).toContainEqual(expect.objectContaining({ check: 'tallies', ok: true }));
  for (const gap of audience.gaps) expect(gap).toBeLessThan(BACK_WITHIN_MS);
  console.log(
    `${crowd.acknowledged.length} votes, ${crowd.troubles()} not taken, longest silence ${Math.round(crowd.longestSilenceMs())} ms, ` +
      `${audience.gaps.length} sockets came back, the last after ${Math.round(Math.max(0, ...audience.gaps))} ms`,
  );
};

describe('under load, with three copies of the app', () => {
  it('is upgraded copy by copy', async () => {
    await tagImages(IMAGE.version, versioned('next'));
    const before = await deployment.containers('app');
    await survive(() => deployment.upgrade(versioned('next')).then(({ code, output }) => expect(code, output).toBe(0)));
    const now = await deployment.containers('app');
    expect(now).toHaveLength(3);
    expect(now.filter((id) => before.includes(id))).toEqual([]);
  });

  it('goes on as it was where the new version can’t migrate', async () => {
    const input = [
      `FROM ${IMAGE.name}:${IMAGE.version}`,
      'COPY <<END /app/prisma/migrations/29990101000000_broken/migration.sql',
      'SELECT 1 / 0;',
      'END',
      '',
    ];
    await tagImages(IMAGE.version, versioned('broken'));
    await docker(['build', '-q', '-t', `${IMAGE.name}:${versioned('broken')}`, '-'], { input: input.join('\n') });
    const before = await deployment.containers('app');
    await survive(async () => {
      const { code, output } = await deployment.upgrade(versioned('broken'));
      expect([code, output]).toEqual([1, expect.stringContaining('The migration failed.')]);
    });
    expect(await deployment.containers('app')).toEqual(before);
  });

  it('is replaced at one stroke by docker compose up', async () => {
    deployment.set({ LAUREL_VERSION: IMAGE.version });
    const before = await deployment.containers('app');
    await survive(() => deployment.up());
    const now = await deployment.containers('app');
    expect(now).toHaveLength(3);
    expect(now.filter((id) => before.includes(id))).toEqual([]);
  });

  it.each(['app', 'postgres', 'caddy'])('survives the sudden death of every %s', async (service) => {
    await survive(async () => {
      await docker(['kill', '--signal', 'KILL', ...(await deployment.containers(service))]);
      await deployment.up();
    });
  });
});
