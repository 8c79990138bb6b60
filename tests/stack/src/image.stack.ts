import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_NAMES } from '@laurel/support/images';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IMAGE } from './deployment.ts';
import { docker, tryDocker } from './docker.ts';

const root = join(import.meta.dirname, '../../..');
const images = Object.values(IMAGE_NAMES).map((name) => `${name}:${IMAGE.version}`);

/** The files that must not be in an image, by name: settings, keys, history, build tools and tests. */
const UNWANTED =
  /(?:^|\/)(?:\.git|\.env|\.npmrc|\.ssh|secrets|id_(?:rsa|ed25519))(?:\/|$)|\.(?:test|spec|stack)\.[jt]sx?$/;
/** Test keys of libraries are harmless; Laurel's own files have none. */
const OURS = /^app\/(?!.*node_modules\/)/;
const CREDENTIAL =
  /-----BEGIN [A-Z ]*PRIVATE KEY|AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{50}|\bgh[pousr]_\w{36}|\bnpm_\w{36}|\bAKIA[A-Z2-7]{16}/;
/** A part of deploy/rehearsal-voters.sql, which makes verified voters. */
const VOTER = 'INSERT INTO social_links (';

/** The files of an image. `secret` is written to one of them first. */
const filesOf = async (image: string, secret?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-image-'));
  const id = (await docker(['create', image])).trim();
  onTestFinished(async () => {
    await docker(['rm', id]);
    rmSync(folder, { recursive: true, force: true });
  });
  if (secret !== undefined) {
    const file = join(folder, 'added');
    writeFileSync(file, secret);
    await docker(['cp', file, `${id}:/app/.env`]);
  }
  const archive = join(folder, 'image.tar');
  await docker(['export', '--output', archive, id]);
  const names = execFileSync('tar', ['-tf', archive], { encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
  execFileSync('tar', ['-xf', archive, '-C', folder, '--exclude', 'node_modules', 'app']);
  const files = readdirSync(join(folder, 'app'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  return {
    names,
    credentials: texts.filter((text) => CREDENTIAL.test(text)).length,
    voters: texts.filter((text) => text.includes(VOTER)).length,
  };
};
const unwanted = (names: readonly string[]): string[] => names.filter((name) => OURS.test(name) && UNWANTED.test(name));

describe.each(images)('%s', (image) => {
  it('contains no secrets, settings or tests in its files', async () => {
    const { names, credentials, voters } = await filesOf(image);
    expect(names).toContain('app/apps/api/dist/main.js');
    expect(unwanted(names)).toEqual([]);
    expect(credentials).toBe(0);
    expect(voters, 'files with a statement that verifies people').toBe(0);
  });

  it('fails this check with a secret in a file', async () => {
    const { names, credentials } = await filesOf(image, `KEY="-----BEGIN ${'PRIVATE'} KEY-----"`);
    expect(unwanted(names)).toEqual(['app/.env']);
    expect(credentials).toBe(1);
  });

  it('contains no credentials in its history and its environment', async () => {
    const history = await docker(['history', '--no-trunc', '--format', '{{.CreatedBy}}', image]);
    expect(history).toContain('COPY /app /app');
    expect(history).not.toMatch(CREDENTIAL);
    const environment: string[] = JSON.parse(
      await docker(['image', 'inspect', '--format', '{{json .Config.Env}}', image]),
    );
    const names = environment.map((each) => each.split('=')[0] ?? '');
    expect(names).toContain('NODE_ENV');
    expect(names.filter((name) => /SECRET|TOKEN|PASSWORD|KEY|_URL/.test(name))).toEqual([]);
  });
});

describe('a container', () => {
  it('writes no core dump', async () => {
    // The limit that docker-compose.yml sets for every container.
    const line = /^ {2}ulimits: .*$/m.exec(readFileSync(join(root, 'docker-compose.yml'), 'utf8'))?.[0].trim();
    const folder = mkdtempSync(join(tmpdir(), 'laurel-image-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const ask = 'process.report.getReport().userLimits.core_file_size_blocks.hard';
    const service = `command: [node, -p, "${ask}"], network_mode: none, ${line}`;
    writeFileSync(join(folder, 'compose.yml'), `services: { app: { image: '${images[0]}', ${service} } }\n`);
    const { output } = await tryDocker(['compose', 'run', '--rm', '--no-TTY', 'app'], { cwd: folder });
    expect(output.trim()).toMatch(/(?:^|\n)0$/);
  });
});
