import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@laurel/database/free-port';
import { until } from '@laurel/support/until';
import { afterAll, expect, it } from 'vitest';
import { docker, tryDocker } from './docker.ts';
import { useDeployment } from './hooks.ts';
import { HOST } from './outside.ts';

const server = `laurel-elsewhere-${randomBytes(4).toString('hex')}`;

/** Changes the address in each connection of secrets/. */
const moveDatabase = (folder: string, address: string): void => {
  for (const name of readdirSync(join(folder, 'secrets'))) {
    const file = join(folder, 'secrets', name);
    const content = readFileSync(file, 'utf8');
    if (!content.includes('@postgres:5432')) continue;
    rmSync(file);
    writeFileSync(file, content.replace('@postgres:5432', `@${address}`), { mode: 0o444 });
  }
};

afterAll(() => tryDocker(['rm', '--force', '--volumes', server]));
const deployment = useDeployment(1, async (made, outside) => {
  const port = await freePort();
  const settings = [
    'POSTGRES_USER=laurel',
    'POSTGRES_DB=laurel',
    `POSTGRES_PASSWORD=${made.secret('postgres_password')}`,
  ];
  const image = process.env.POSTGRES_IMAGE ?? 'postgres:17';
  const given = settings.flatMap((each) => ['-e', each]);
  await docker(['run', '-d', '--name', server, '-p', `${outside.address}:${port}:5432`, ...given, image]);
  moveDatabase(made.folder, `${HOST}:${port}`);
  made.set({ COMPOSE_FILE: 'docker-compose.yml:docker-compose.override.yml:deploy/external-postgres.yml' });
  const isReady = () => tryDocker(['exec', server, 'pg_isready', '-q', '-h', '127.0.0.1', '-U', 'laurel']);
  await until('PostgreSQL to answer', async () => (await isReady()).code === 0);
});

it('an installation with a PostgreSQL elsewhere serves the site, and has no database of its own', async () => {
  const answer = await fetch(`${deployment.origin}/api/edition`);
  expect(answer.status).toBe(200);
  const services = (await deployment.compose('ps', '--services')).split('\n');
  expect(services).toEqual(expect.arrayContaining(['app', 'caddy']));
  expect(services).not.toEqual(expect.arrayContaining([expect.stringMatching(/postgres|backup/)]));
});

it('its copies are replaced one after another, as with the bundled database', async () => {
  const { code, output } = await deployment.restart();
  expect(code, output).toBe(0);
  expect((await fetch(`${deployment.origin}/api/edition`)).status).toBe(200);
});
