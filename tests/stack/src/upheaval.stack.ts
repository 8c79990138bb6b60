import { afterAll, describe, expect, it } from 'vitest';
import { IMAGE, removeImages, tagImages } from './deployment.ts';
import { docker } from './docker.ts';
import { useDeployment } from './hooks.ts';
import { survive } from './survive.ts';

const next = `${IMAGE.version}-upheaval`;

// Registered first, so that it runs when the containers are gone.
afterAll(() => removeImages(next));
const deployment = useDeployment(3);

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
