import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSettings, overrides, removeImages, settingsOf, withSettings } from './deployment.ts';
import { tryDocker, tryRun } from './docker.ts';
import { type OutsideWorld, startOutside, UNENCRYPTED } from './outside.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8');

/** The commands of the page that run without a person, in order. */
const blocks = [...page.matchAll(/^```sh(?: (\w+))?\n(.*?)^```$/gms)].map(([, kind = '', commands = '']) => ({
  kind,
  commands,
}));

let outside: OutsideWorld;
let folder: string;
let settings: Awaited<ReturnType<typeof settingsOf>>;

beforeAll(async () => {
  outside = await startOutside();
  folder = mkdtempSync(join(tmpdir(), 'laurel-docs-'));
  // As in a clone: only tracked files.
  const files = (await tryRun('git', ['ls-files'], { cwd: root })).output.trim().split('\n');
  for (const file of files) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'docker-compose.override.yml'), overrides(outside.address));
  settings = await settingsOf(2);
  settings.LAUREL_VERSION += '-docs';
});
afterAll(async () => {
  await tryDocker(['compose', '--profile', '*', 'down', '--volumes', '--timeout', '5'], { cwd: folder });
  for (const suffix of ['', '-next']) await removeImages(`${settings.LAUREL_VERSION}${suffix}`);
  rmSync(folder, { recursive: true, force: true });
  await outside?.close();
});

/** Replaces the name and the providers of the page's example by those of the test. */
const forThisMachine = (commands: string): string =>
  commands
    .replace('--domain awards.example.org', `--domain localhost --skip-dns --allow-unencrypted ${UNENCRYPTED}`)
    .replace('console.awards.example.org', 'console.localhost')
    .replace('smtp://user:password@mail.example.org:587', outside.urls.mail)
    .replace('https://sms.example.org/send', outside.urls.sms)
    .replace('a secret that both sides know, 40 characters', outside.smsSecret)
    .replaceAll('docker compose run --rm', 'docker compose run --rm -T')
    .replaceAll(/docker compose exec(?! -T)/g, 'docker compose exec -T')
    .replace('/safe/backup_identity', 'secrets/backup_identity')
    .replace('deploy/upgrade.sh 1.1.0', `deploy/upgrade.sh ${settings.LAUREL_VERSION}-next`);

const run = (commands: string) => {
  const known = existsSync(join(folder, '.env')) ? {} : settings;
  return withSettings(known, folder, ['bash', '-euo', 'pipefail', '-c', forThisMachine(commands)]);
};

it('leads from an empty folder to a site that is healthy, and can be restored and upgraded', async () => {
  const done: string[] = [];
  for (const { kind, commands } of blocks) {
    if (kind === 'interactive') continue;
    const { code, output } = await run(commands);
    expect([commands, code, code === 0 ? '' : output]).toEqual([commands, 0, '']);
    done.push(output);
    if (commands.includes('laurel setup')) addSettings(folder, settings);
  }
  expect(done.length).toBeGreaterThanOrEqual(6);
  const printed = done.join('\n');
  expect(printed).toContain('All is well.');
  expect(printed).toContain('Not one acknowledged vote would have been lost.');
  expect(printed).toContain(`Laurel ${settings.LAUREL_VERSION}-next is running.`);
});
