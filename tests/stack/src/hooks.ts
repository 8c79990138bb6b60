import { afterAll, beforeAll } from 'vitest';
import { createDeployment, type Deployment } from './deployment.ts';
import { type OutsideWorld, startOutside } from './outside.ts';

/**
 * Starts a deployment and its providers before the tests of the file, and removes them after those.
 * @param replicas the copies of the app
 * @param prepare changes the deployment before it starts
 */
export const useDeployment = (
  replicas: number,
  prepare: (deployment: Deployment, outside: OutsideWorld) => Promise<void> = async () => undefined,
): Deployment & { outside: OutsideWorld; startedInMs: number } => {
  const made = {} as Deployment & { outside: OutsideWorld; startedInMs: number };
  beforeAll(async () => {
    made.outside = await startOutside();
    Object.assign(made, await createDeployment(made.outside, replicas));
    await prepare(made, made.outside);
    const since = performance.now();
    await made.up();
    made.startedInMs = performance.now() - since;
    await made.trustCaddy();
  });
  afterAll(async () => {
    await made.remove?.();
    await made.outside?.close();
  });
  return made;
};
