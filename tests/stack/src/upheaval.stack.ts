import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment, IMAGE, removeImages, tagImages } from './deployment.ts';
import { docker } from './docker.ts';
import { type OutsideWorld, startOutside } from './outside.ts';
import { survive } from './survive.ts';

const next = `${IMAGE.version}-upheaval`;

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
  await removeImages(next);
  await outside?.close();
});

describe('under load, with three copies of the app', () => {
  it('replaces all copies at once with docker compose up', async () => {
    await tagImages(IMAGE.version, next);
    deployment.set({ LAUREL_VERSION: next });
    const before = await deployment.containers('app');
    await survive(deployment, () => deployment.up());
    const now = await deployment.containers('app');
    expect(now).toHaveLength(3);
    expect(now.filter((id) => before.includes(id))).toEqual([]);
  });

  it.each(['app', 'postgres', 'caddy'])('survives when every %s is killed', async (service) => {
    await survive(deployment, async () => {
      await docker(['kill', '--signal', 'KILL', ...(await deployment.containers(service))]);
      await deployment.up();
    });
  });
});
