import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLaurel } from '@laurel/support/cli';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createKeyring } from '../../crypto/keyring.ts';
import { createTokens } from '../../crypto/tokens.ts';
import { useFolder } from '../testing.ts';
import { openKeyFolder } from './key-files.ts';

const NOW = new Date('2026-11-01T00:00:00Z');

const dir = useFolder('test');
const secrets = join(dir, 'secrets');
beforeEach(() => {
  mkdirSync(secrets);
  for (const name of ['jwt_secret', 'data_key']) {
    writeFileSync(join(secrets, name), randomBytes(32).toString('base64'), { mode: 0o444 });
    writeFileSync(join(secrets, `${name}_previous`), '', { mode: 0o444 });
  }
});

/** Runs a command as in the container `setup`, without a database. */
const laurel = (...argv: string[]) => runLaurel(['secrets', ...argv, '--dir', dir], { NODE_ENV: 'production' });
/** The configuration of a process that starts now. */
const started = () =>
  readConfig({
    NODE_ENV: 'test',
    ...Object.fromEntries(
      ['jwt_secret', 'jwt_secret_previous', 'data_key', 'data_key_previous'].map((name) => [
        `${name.toUpperCase()}_FILE`,
        join(secrets, name),
      ]),
    ),
  });
/** Each two configurations of which one follows the other. */
const neighbours = (processes: readonly ReturnType<typeof started>[]) =>
  processes.slice(1).flatMap((later, index) => {
    const earlier = processes[index];
    return earlier ? [{ earlier, later }] : [];
  });
const tokensOf = ({ jwtSecret, jwtSecretsPrevious }: ReturnType<typeof started>) =>
  createTokens(jwtSecret, jwtSecretsPrevious);
const keyringOf = ({ dataKey, dataKeysPrevious }: ReturnType<typeof started>) =>
  createKeyring(dataKey, dataKeysPrevious);

describe('laurel secrets rotate', () => {
  it('changes the JWT secret while old and new processes accept each other’s tokens', async () => {
    const first = started();
    const processes = [first];
    for (const step of ['Step 1 of 2', 'is in its place']) {
      const ran = await laurel('rotate', 'jwt', '--yes');
      expect(ran.code, ran.text()).toBe(0);
      expect(ran.text()).toContain(step);
      expect(ran.text()).toContain('deploy/restart.sh');
      processes.push(started());
    }
    expect((await laurel('forget', 'jwt', '--yes')).code).toBe(0);
    processes.push(started());
    expect(new Set(processes.map(({ jwtSecret }) => jwtSecret)).size).toBe(2);
    const claims = { accountId: randomUUID(), sessionId: randomUUID() };
    for (const { earlier, later } of neighbours(processes)) {
      expect(tokensOf(earlier).verify(tokensOf(later).issue(claims, NOW), NOW)).toEqual(claims);
      expect(tokensOf(later).verify(tokensOf(earlier).issue(claims, NOW), NOW)).toEqual(claims);
    }
    expect(() => tokensOf(started()).verify(tokensOf(first).issue(claims, NOW), NOW)).toThrow();
  });

  it('changes DATA_KEY while old and new processes open each other’s sealed data', async () => {
    const first = started();
    const processes = [first];
    for (let step = 0; step < 2; step += 1) {
      expect((await laurel('rotate', 'data-key', '--yes')).code).toBe(0);
      processes.push(started());
    }
    for (const { earlier, later } of neighbours(processes)) {
      const [one, other] = [keyringOf(earlier), keyringOf(later)];
      expect(one.open('job', other.seal('job', 'x')).toString()).toBe('x');
      expect(other.open('job', one.seal('job', 'x')).toString()).toBe('x');
    }
    expect(keyringOf(started()).id).not.toEqual(keyringOf(first).id);
  });

  it('reminds to copy the new DATA_KEY off the machine', async () => {
    expect((await laurel('rotate', 'data-key')).text()).not.toContain('Copy secrets/data_key');
    expect((await laurel('rotate', 'data-key', '--yes')).text()).toContain('Copy secrets/data_key');
    expect((await laurel('rotate', 'jwt', '--at-once', '--yes')).text()).not.toContain('Copy');
  });

  it('keeps file modes, leaves no temporary files, and prints no key', async () => {
    const output = [await laurel('rotate', 'jwt', '--yes'), await laurel('rotate', 'jwt', '--yes', '--json')];
    expect(readdirSync(secrets).sort()).toEqual(['data_key', 'data_key_previous', 'jwt_secret', 'jwt_secret_previous']);
    for (const name of readdirSync(secrets)) {
      expect(statSync(join(secrets, name)).mode & 0o777).toBe(0o444);
      const content = readFileSync(join(secrets, name), 'utf8');
      if (content !== '') expect(output.map((each) => each.text()).join()).not.toContain(content);
    }
  });

  it('reports an unreachable audit log', async () => {
    const ran = await laurel('rotate', 'jwt');
    expect(ran.problems).toEqual(['The database can’t be reached from here, so this is not in the audit log.']);
  });

  it('asks before it switches, because processes must be restarted first', async () => {
    await laurel('rotate', 'jwt');
    const before = started();
    const refused = await laurel('rotate', 'jwt');
    expect(refused.code).toBe(2);
    expect(refused.text()).toContain('Every process must have been restarted since step 1');
    expect(started()).toEqual(before);
  });

  it('rotates in one step with --at-once', async () => {
    const { jwtSecret } = started();
    expect((await laurel('rotate', 'jwt', '--at-once', '--yes')).code).toBe(0);
    expect(started().jwtSecret).not.toBe(jwtSecret);
    expect(started().jwtSecretsPrevious).toEqual([jwtSecret]);
  });

  it('changes nothing in a dry run, during another rotation, or without a key', async () => {
    const before = started();
    expect((await laurel('rotate', 'jwt', '--dry-run')).text()).toContain('Would do this step');
    expect(started()).toEqual(before);
    await laurel('rotate', 'jwt', '--at-once', '--yes');
    const refused = await laurel('rotate', 'jwt', '--yes');
    expect(refused).toMatchObject({ code: 2, problems: [expect.stringContaining('laurel secrets forget jwt')] });
    expect(await laurel('rotate', 'smtp')).toMatchObject({
      code: 2,
      problems: [expect.stringContaining('jwt or data-key')],
    });
    rmSync(join(secrets, 'jwt_secret'));
    expect(await laurel('rotate', 'jwt')).toMatchObject({
      code: 2,
      problems: [expect.stringContaining('There is no jwt')],
    });
  });
});

describe('an interrupted rotation', () => {
  const folder = () => openKeyFolder(secrets, 'jwt');
  const file = (name: string): string => join(secrets, name);

  it('between creating and announcing the key announces that key', () => {
    writeFileSync(file('jwt_secret_next'), 'the new one');
    expect(folder().rotate()).toBe('announced');
    expect(folder().read().previous).toEqual(['the new one']);
  });

  it('between replacing the key and cleaning up is completed', () => {
    const { current } = folder().read();
    folder().rotate();
    const { next = '' } = folder().read();
    rmSync(file('jwt_secret'));
    writeFileSync(file('jwt_secret'), next);
    rmSync(file('jwt_secret_previous'));
    writeFileSync(file('jwt_secret_previous'), `${next},${current}`);
    expect(folder().rotate()).toBe('switched');
    expect(folder().read()).toEqual({ current: next, previous: [current], next: undefined });
    expect(existsSync(file('jwt_secret_next'))).toBe(false);
  });
});
