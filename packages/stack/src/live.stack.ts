import { walk } from '@laurel/e2e/journey/journey';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './deployment.ts';
import { docker } from './docker.ts';
import { type OutsideWorld, startOutside } from './outside.ts';

let outside: OutsideWorld;
let deployment: Deployment;
let startedInMs = 0;

beforeAll(async () => {
  outside = await startOutside();
  deployment = await createDeployment(outside, 3);
  const since = performance.now();
  await deployment.up();
  startedInMs = performance.now() - since;
  await deployment.trustCaddy();
});
afterAll(async () => {
  await deployment?.remove();
  await outside?.close();
});

describe('a deployment by docker compose up', () => {
  it('is healthy with three copies of the app', async () => {
    console.log(`cold start: ${(startedInMs / 1000).toFixed(1)} s`);
    expect(await deployment.containers('app')).toHaveLength(3);
    expect((await fetch(`${deployment.origin}/readyz`)).status).toBe(200);
  });

  it('lets a voter walk the whole way over TLS, with real mails, text messages and Telegram', async () => {
    const steps: string[] = [];
    await walk(deployment.origin, (step) => steps.push(step), outside);
    expect(steps).toContain('percentages moved');
    expect(steps.at(-1)).toBe('logged out');
  });

  it('finds nothing wrong with itself', async () => {
    const told = await deployment.compose('exec', '-T', 'app', 'laurel', 'doctor');
    expect(told).toContain('All is well.');
  });

  it('is reached through Caddy alone', async () => {
    const ids = (await deployment.compose('ps', '-q')).trim().split('\n');
    const published = await docker(['inspect', '--format', '{{.Name}} {{json .HostConfig.PortBindings}}', ...ids]);
    for (const line of published.trim().split('\n')) {
      if (line.includes('caddy')) continue;
      expect(line).toMatch(/ ({}|null)$/);
    }
  });
});
