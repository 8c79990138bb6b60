import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startCrowd } from './crowd.ts';
import { tryDocker, tryRun } from './docker.ts';
import { useDeployment } from './hooks.ts';
import { replacePasswords } from './passwords.ts';

// Registered first, so that it runs when the containers are gone.
afterAll(() => tryDocker(['volume', 'rm', '--force', `${deployment.project}_postgres-data-old`]));
const deployment = useDeployment(1);

const guide = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
/** The year of the public log. */
let year = '';

/** Runs the block of commands in docs/operations.md with this text, for the project and the log of this test. */
const ofGuide = async (text: string): Promise<void> => {
  const blocks = [...guide.matchAll(/^ {3}```sh\n(.*?)^ {3}```$/gms)].map(([, commands = '']) => commands);
  const commands = (blocks.find((block) => block.includes(text)) ?? 'false')
    .replaceAll('laurel_postgres-data', `${deployment.project}_postgres-data`)
    .replaceAll('log-2026', `log-${year}`);
  const { code, output } = await tryRun('bash', ['-euo', 'pipefail', '-c', commands], { cwd: deployment.folder });
  expect([commands, code, code === 0 ? '' : output]).toEqual([commands, 0, '']);
};

/** Keeps the newest checkpoint of the public log, as another machine does. */
const saveCheckpoint = async (): Promise<void> => {
  const edition = await (await fetch(`${deployment.origin}/api/edition`)).json();
  year = String(z.object({ data: z.object({ year: z.number() }) }).parse(edition).data.year);
  const shown = await fetch(`${deployment.origin}/log/${year}/checkpoint`);
  expect(shown.status).toBe(200);
  writeFileSync(join(deployment.folder, `log-${year}.checkpoint`), await shown.text());
};

const VOLUME = ['--volume', 'postgres-data:/var/lib/postgresql/data'];

it('a lost database comes back with every vote, also when secrets/ has new passwords', async () => {
  const { folder, compose } = deployment;
  const failed = async () => (await deployment.doctor()).filter(({ ok }) => !ok).map(({ check }) => check);
  const before = await failed();
  const crowd = await startCrowd(deployment, 100, 4);
  await expect.poll(crowd.acknowledged).toBeGreaterThan(200);
  const outcome = await crowd.stop();
  const drilled = new Date().toISOString();
  const drill = await deployment.drill();
  expect([drill.code, drill.output]).toEqual([0, expect.stringContaining('"lostVotes": 0')]);

  // As in docs/operations.md.
  await saveCheckpoint();
  await compose('down');
  await ofGuide('docker volume create');
  await tryDocker(['volume', 'rm', `${deployment.project}_log-data`]);
  replacePasswords(folder);

  const restored = await tryDocker(
    [
      ...['compose', 'run', '--rm', '--no-deps', '-T', ...VOLUME, 'backup', 'laurel', 'backup', 'restore'],
      ...['--to', '/var/lib/postgresql/data', '--not-before', drilled, '--identity', '-'],
    ],
    { cwd: folder, input: deployment.secret('backup_identity') },
  );
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored base backup')]);
  await ofGuide('createWriteStream');
  await compose('up', '-d', '--wait', 'postgres');
  expect(await tryRun('deploy/postgres/passwords.sh', [], { cwd: folder })).toEqual({ code: 0, output: '' });
  await deployment.up();

  expect(await outcome.problems()).toEqual([]);
  expect((await failed()).filter((check) => !before.includes(check))).toEqual([]);
  const logs = await compose('logs', '--no-color', 'postgres');
  expect(logs).not.toContain(deployment.secret('postgres_password'));
  const later = await startCrowd(deployment, 20, 4);
  await expect.poll(later.acknowledged).toBeGreaterThan(20);
  await later.stop();
});
