import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createKeyPair } from '@laurel/backup/sealed';
import { createSigningKeys } from '@laurel/backup/signed';
import { listen, runLaurel } from '@laurel/support/cli';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { SECRET_NAMES } from '../../configuration/deployment.ts';
import { readDeploymentFolder } from '../../configuration/deployment-folder.ts';
import { writeDeployment } from '../setup/folder.ts';
import { useFolder } from '../testing.ts';
import { planCopy } from './copy-folder.ts';
import { showVerdict } from './show-verdict.ts';

const folder = useFolder('test');
const [from, to] = [join(folder, 'real'), join(folder, 'copy')];
beforeEach(() => {
  mkdirSync(from);
  mkdirSync(join(to, 'edition'), { recursive: true });
  writeFileSync(join(to, 'edition', 'edition.yaml'), 'the edition of the organisers');
});

/** Writes the copy of a deployment with these settings. */
const copyOf = async (settings: Record<string, string>) => writeDeployment(to, await planCopy(settings, 20_000));

describe('the copy', () => {
  it('takes over sizes, limits and images, and no address of a real service', async () => {
    const taken = {
      APP_REPLICAS: '3',
      APP_MEMORY: '2g',
      POSTGRES_SHARED_BUFFERS: '512MB',
      LAUREL_VERSION: '1.4.2',
      LIMITS_VOTES_ACCOUNT_MINUTE: '61',
      SMS_HOURLY_BUDGET: '123',
      SMS_COUNTRY_HOURLY_BUDGET: '45',
    };
    await copyOf({
      ...taken,
      COMPOSE_PROJECT_NAME: 'marked-project',
      LAUREL_DOMAIN: 'marked.example',
      PUBLIC_URL: 'https://marked.example',
      CONSOLE_URL: 'https://console.marked.example',
      SMTP_URL: 'smtp://marked:marked@mail.example:587',
      TWILIO_API_ROOT: 'https://marked.example',
      SMS_WEBHOOK_URL: 'https://marked.example/sms',
      TELEGRAM_CHANNEL: '@marked',
      TELEGRAM_API_ROOT: 'https://marked.example',
      SOMETHING_ELSE: 'marked',
      BACKUP_STORE: 's3://bucket/prefix',
      BACKUP_S3_ENDPOINT: 'https://s3.example',
    });
    const text = readFileSync(join(to, '.env'), 'utf8');
    expect(text).not.toContain('marked');
    const settings = parseEnv(text);
    expect(settings).toMatchObject(taken);
    expect(settings).toMatchObject({
      REHEARSAL_STORE: 's3://bucket/prefix',
      REHEARSAL_STORE_NETWORK: 'bridge',
      REHEARSAL_S3_ENDPOINT: 'https://s3.example',
    });
    expect(Object.keys(settings).filter((name) => name.startsWith('BACKUP_'))).toEqual([]);
    // A size that the real deployment does not set is the default in the copy, too.
    expect(settings).not.toHaveProperty('SMS_NETWORK_HOURLY_BUDGET');
    expect(readFileSync(join(to, 'edition', 'edition.yaml'), 'utf8')).toBe('the edition of the organisers');
  });

  it('writes a deployment that Laurel starts with, with random secrets of its own', async () => {
    await copyOf({});
    const secrets = () => SECRET_NAMES.map((name) => readFileSync(join(to, 'secrets', name), 'utf8'));
    const config = readConfig({ ...readDeploymentFolder(to), NODE_ENV: 'production', EDITION_DIR: undefined });
    expect(config.SMTP_URL).toBe('smtp://rehearsal:2525');
    expect(config.PUBLIC_URL).toBe('https://awards.test');
    expect(parseEnv(readFileSync(join(to, '.env'), 'utf8'))).toMatchObject({ REHEARSAL_STORE_NETWORK: 'none' });
    const first = secrets();
    rmSync(join(to, 'secrets'), { recursive: true });
    rmSync(join(to, '.env'));
    await copyOf({});
    const differing = SECRET_NAMES.filter((_, index) => secrets()[index] !== first[index]);
    expect(differing).toEqual(expect.arrayContaining(['jwt_secret', 'data_key', 'log_key', 'postgres_password']));
  });
});

describe('laurel rehearsal prepare', () => {
  it('writes nothing if the machine has too little space, and says how much is needed', async () => {
    writeFileSync(join(from, '.env'), 'APP_REPLICAS=2\n');
    const argv = ['rehearsal', 'prepare', '--from', from, '--to', to, '--audience', '100000000'];
    const { code, lines } = await runLaurel(argv, {});
    expect(code).toBe(1);
    expect(readdirSync(to)).toEqual(['edition']);
    const verdict = JSON.parse(lines[0] ?? '');
    expect(verdict.needed.memoryMb).toBeGreaterThan(200_000);
    expect(verdict.free.memoryMb).toBeGreaterThan(0);
  });
});

describe('laurel rehearsal restore', () => {
  it('fails with the reason if there is no backup', async () => {
    const { identity } = await createKeyPair();
    writeFileSync(join(folder, 'identity'), identity);
    const { code, problems, lines } = await runLaurel(
      ['rehearsal', 'restore', '--identity', join(folder, 'identity')],
      {
        BACKUP_STORE: `file://${from}`,
        BACKUP_VERIFY_KEY: createSigningKeys().verifyKey,
        BACKUP_SPOOL_DIR: join(folder, 'spool'),
      },
    );
    expect([code, lines]).toEqual([1, []]);
    expect(problems.join()).toContain(`There is no base backup in ${from}.`);
  });
});

describe('the verdict', () => {
  const ledger = { step: 'ledger', acknowledged: 10, lost: 1, foreign: 0, wrongTallies: 0, unanswered: 0 };

  it('is printed with each number beside its need, and the reasons', () => {
    const output = listen();
    expect(showVerdict(output, JSON.stringify(ledger), false)).toBe(1);
    expect(output.lines).toContainEqual(expect.stringMatching(/^NO-GO {2}acknowledged votes lost +1 +none$/));
    expect(output.lines).toContainEqual(expect.stringMatching(/^ok +votes acknowledged +10$/));
    expect(output.lines).toContain('  - acknowledged votes lost: 1, needed: none');
    expect(output.lines).toContain('  - no backup was restored');
  });

  it('is JSON with --json', () => {
    const output = listen();
    expect(showVerdict(output, JSON.stringify(ledger), true)).toBe(1);
    expect(JSON.parse(output.text())).toMatchObject({ go: false, reasons: expect.any(Array), rows: expect.any(Array) });
  });
});

describe('laurel rehearse', () => {
  it('names the script that runs on the host', async () => {
    const { code, problems } = await runLaurel(['rehearse', '--audience', '20000'], {});
    expect(code).toBe(2);
    expect(problems.join()).toContain('run deploy/laurel rehearse on the host');
  });

  it.each([
    [[], "required option '--audience <VOTERS>'"],
    [['--audience', '0'], 'It must be a whole number from 1 to 100000000'],
    [['--audience', '1e3'], 'It must be a whole number from 1 to 100000000'],
    [['--audience', '10', '--minutes', '121'], 'It must be a whole number from 1 to 120'],
  ])('refuses the options %j', async (argv, problem) => {
    const { code, problems } = await runLaurel(['rehearse', ...argv], {});
    expect([code, problems.join()]).toEqual([2, expect.stringContaining(problem)]);
  });
});
