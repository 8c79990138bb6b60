import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { readEntries } from '@laurel/database/audit';
import { runLaurel } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDeploymentFolder } from '../configuration/deployment-folder.ts';
import { envText } from './setup/plan.ts';
import { useFolder } from './testing.ts';

const folder = useFolder('file');
const api = useTestApi();
beforeAll(() => {
  mkdirSync(join(folder, 'secrets'));
  cpSync(demoEditionDir, join(folder, 'edition'), { recursive: true });
  const { jwtSecret, dataKey } = api.deps.config;
  const secrets = {
    database_url: api.deps.databaseUrl,
    jwt_secret: jwtSecret,
    jwt_secret_previous: '',
    data_key: dataKey.toString('base64'),
    data_key_previous: '',
    smtp_url: 'smtp://127.0.0.1:1',
  };
  for (const [name, content] of Object.entries(secrets)) writeFileSync(join(folder, 'secrets', name), content);
  const settings = {
    LAUREL_DOMAIN: 'localhost',
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:1/',
    INSTAGRAM_PROVIDER: 'review',
    MAIL_FROM: 'Awards <post@awards.example>',
    SUPPORT_EMAIL: 'help@awards.example',
  };
  writeFileSync(join(folder, 'secrets', 'sms_webhook_secret'), 'x'.repeat(8) + jwtSecret);
  writeFileSync(join(folder, '.env'), envText({ settings }));
});

/** Runs a command as in the container `setup`, which has only the folder. */
const laurel = (...argv: string[]) =>
  runLaurel(argv, { NODE_ENV: 'production', LAUREL_DEPLOYMENT_DIR: folder, LAUREL_OPERATOR: 'olena' });
const actions = async () =>
  (await readEntries(api.deps.db, { since: null, limit: 100 }))
    .filter(({ action }) => action !== 'edition.import')
    .map(({ actor, action }) => `${actor}: ${action}`);

describe('a deployment’s folder', () => {
  it('is sufficient for laurel doctor, while no app runs', async () => {
    const text = (await laurel('doctor')).lines.join('\n');
    for (const check of ['configuration', 'edition', 'database', 'migrations', 'guards', 'tallies', 'queue']) {
      expect(text).toMatch(new RegExp(`^ok {7}${check} `, 'm'));
    }
    expect(text).toMatch(/^PROBLEM {2}mail /m);
    expect(text).toMatch(/^TO DO {4}content +\d+ of \d+ nominees are those of the demo edition/m);
    expect(text).toMatch(/^TO DO {4}voting ends +voting has no end$/m);
    expect(text).toMatch(/^TO DO {4}restore +no restore was ever tried$/m);
    expect(text).toMatch(/^Before you go live: \d marked TO DO\.$/m);
  });

  it('is sufficient for the audit log of file changes', async () => {
    const rotated = await laurel('secrets', 'rotate', 'jwt', '--dir', folder);
    expect([rotated.code, rotated.problems]).toEqual([0, []]);
    expect(await actions()).toEqual(['olena: secrets.announce']);
  });

  it.each([
    ['LAUREL_DOMAIN=\nPUBLIC_URL=\n', 'https://localhost'],
    ['LAUREL_DOMAIN=awards.example\nPUBLIC_URL=\n', 'https://awards.example'],
    ['LAUREL_DOMAIN=awards.example\nPUBLIC_URL=http://10.0.0.7\n', 'http://10.0.0.7'],
    ['SMS_PROVIDER=webhook\n', 'https://localhost'],
  ])('is sufficient for the address of the site, as docker-compose.yml reads it: %j', (settings, address) => {
    mkdirSync(join(folder, 'other'), { recursive: true });
    writeFileSync(join(folder, 'other/.env'), settings);
    expect(readDeploymentFolder(join(folder, 'other'))?.PUBLIC_URL).toBe(address);
  });

  it('is reported with the remedy if it has no deployment', async () => {
    const ran = await runLaurel(['audit', 'show'], { LAUREL_DEPLOYMENT_DIR: tmpdir() });
    expect(ran).toMatchObject({ code: 1, problems: [expect.stringContaining('"laurel setup" makes one')] });
  });
});
