import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPair, requireIdentities } from '@laurel/backup/sealed';
import { type createSigningKeys, requireSigner, requireTrust } from '@laurel/backup/signed';
import { runLaurel } from '@laurel/support/cli';
import { repositoryFile } from '@laurel/support/repository';
import { beforeEach, describe, expect, it } from 'vitest';
import { SECRET_NAMES } from '../configuration/deployment.ts';
import { useFolder } from './testing.ts';

const dir = useFolder('test');
beforeEach(() => void mkdirSync(join(dir, 'secrets')));

const keys = (...argv: string[]) => runLaurel(['backup', 'keys', ...argv, '--dir', dir], {});
const complete = (...argv: string[]) => runLaurel(['secrets', 'complete', '--dir', dir, ...argv], {});
const path = (name: string): string => join(dir, 'secrets', name);
const read = (name: string): string => readFileSync(path(name), 'utf8').trim();
const trustedBy = (verifyKey: string): string[] => [
  ...(requireTrust({ signingKey: undefined, verifyKey }).keys?.keys() ?? []),
];
const keyIds = (): string[] => trustedBy(read('backup_verify_key'));
const keyId = (): string => requireSigner({ signingKey: read('backup_signing_key') }).keyId;

describe('laurel backup keys complete', () => {
  it('writes the files that an older deployment lacks, and changes no existing file', async () => {
    const { identity, recipient } = await createKeyPair();
    writeFileSync(path('backup_recipient'), recipient);
    writeFileSync(path('backup_identity'), identity);
    const dry = await keys('complete', '--dry-run');
    const would = expect.stringContaining('Would write secrets/database_replication_url');
    expect([dry.code, dry.text()]).toEqual([0, would]);
    expect(readdirSync(join(dir, 'secrets'))).toHaveLength(2);
    const done = await keys('complete');
    expect([done.code, done.text()]).toEqual([0, expect.stringContaining('backup_signing_key')]);
    expect(readdirSync(join(dir, 'secrets')).sort()).toEqual([...SECRET_NAMES].sort());
    expect([read('backup_recipient'), read('backup_identity')]).toEqual([recipient, identity]);
    expect(new URL(read('database_replication_url')).username).toBe('laurel_backup');
    expect(keyIds()).toEqual([keyId()]);
    expect(statSync(path('backup_signing_key')).mode & 0o777).toBe(0o444);
    expect(done.text()).not.toContain(read('backup_signing_key').split('\n')[1]);
    expect((await keys('complete')).text()).toBe('Nothing is missing.');
  });

  it('leaves empty files empty with --absent-only: no public log can be a choice', async () => {
    await keys('complete');
    rmSync(path('log_key'));
    writeFileSync(path('log_key'), '');
    rmSync(path('jwt_secret'));
    const done = await complete('--absent-only');
    expect([done.code, done.lines[0]]).toEqual([0, 'Wrote secrets/jwt_secret.']);
    expect(read('log_key')).toBe('');
    rmSync(path('log_key'));
    await complete('--absent-only');
    expect(Buffer.from(read('log_key'), 'base64')).toHaveLength(32);
  });

  it('writes a log key to an older deployment, and asks to keep a copy', async () => {
    await keys('complete');
    const first = read('log_key');
    rmSync(path('log_key'));
    const done = await complete();
    const copy = ['Wrote secrets/log_key.', 'Copy log_key to where you keep the keys.'];
    expect([done.code, done.lines]).toEqual([0, [...copy, expect.stringContaining('deploy/upgrade.sh')]]);
    expect(Buffer.from(read('log_key'), 'base64')).toHaveLength(32);
    expect(read('log_key')).not.toBe(first);
    expect(done.text()).not.toContain(read('log_key'));
    expect((await complete()).text()).toBe('Nothing is missing.');
  });

  it('writes no connection of the console unless .env has its domain: an empty file is no console', async () => {
    await keys('complete');
    expect(read('database_console_url')).toBe('');
    writeFileSync(join(dir, '.env'), 'LAUREL_DOMAIN=awards.example\nLAUREL_CONSOLE_DOMAIN=""\nCONSOLE_URL=\n');
    expect((await complete()).text()).toBe('Nothing is missing.');
    writeFileSync(join(dir, '.env'), 'LAUREL_DOMAIN=awards.example\nLAUREL_CONSOLE_DOMAIN=console.awards.example\n');
    const done = await complete();
    expect([done.code, done.lines]).toEqual([
      0,
      ['Wrote secrets/database_console_url.', expect.stringContaining('deploy/restart.sh')],
    ]);
    const made = new URL(read('database_console_url'));
    expect([made.username, made.host, made.password.length]).toEqual(['laurel_console', 'postgres:5432', 48]);
    expect(done.text()).not.toContain(made.password);
    expect(statSync(path('database_console_url')).mode & 0o777).toBe(0o444);
    expect((await complete()).text()).toBe('Nothing is missing.');
    expect(read('database_console_url')).toBe(made.href);
  });

  // This test fails with each file chosen by itself: nobody trusted the new signatures, and nobody could open the new
  // backups.
  it('writes both halves of a pair with --absent-only, and keeps the keys of before', async () => {
    await keys('complete');
    const [signer, identity] = [keyId(), read('backup_identity')];
    rmSync(path('backup_signing_key'));
    rmSync(path('backup_recipient'));
    const done = await complete('--absent-only');
    expect(done.text()).toContain('Copy backup_verify_key and backup_identity');
    expect(keyId()).not.toBe(signer);
    expect(keyIds()).toEqual([keyId(), signer]);
    const identities = requireIdentities({ identity: read('backup_identity') });
    expect([identities.length, identities[1]]).toEqual([2, identity]);

    for (const name of ['backup_signing_key', 'backup_recipient']) rmSync(path(name));
    for (const name of ['backup_verify_key', 'backup_identity']) writeFileSync(path(name), '');
    await complete('--absent-only');
    expect(keyIds()).toEqual([keyId()]);
    expect(requireIdentities({ identity: read('backup_identity') })).toHaveLength(1);
  });

  // This test failed: the private key of all earlier backups was replaced.
  it('keeps the private key of before where only the public one is missing', async () => {
    const { identity } = await createKeyPair();
    writeFileSync(path('backup_identity'), identity);
    await keys('complete');
    expect(requireIdentities({ identity: read('backup_identity') })).toEqual([expect.any(String), identity]);
  });

  it('does not recreate a private key that was moved away', async () => {
    writeFileSync(path('backup_recipient'), (await createKeyPair()).recipient);
    await keys('complete');
    expect(readdirSync(join(dir, 'secrets'))).not.toContain('backup_identity');
  });

  it('requires the folder of a deployment', async () => {
    rmSync(join(dir, 'secrets'), { recursive: true });
    expect(await keys('complete')).toMatchObject({ code: 2, problems: [expect.stringContaining('--dir')] });
  });
});

describe('laurel backup keys rotate', () => {
  it('signing: signs with a new key, and trusts the old one until "forget"', async () => {
    await keys('complete');
    const old = keyId();
    expect((await keys('rotate', 'signing', '--dry-run')).code).toBe(0);
    expect(keyId()).toBe(old);
    const rotated = await keys('rotate', 'signing');
    expect(rotated.text()).toContain('laurel backup create');
    expect(keyId()).not.toBe(old);
    expect(keyIds()).toEqual([keyId(), old]);
    const unanswered = await keys('forget', 'signing');
    expect([unanswered.code, keyIds().length]).toEqual([2, 2]);
    const forgotten = await keys('forget', 'signing', '--yes');
    expect(forgotten.code).toBe(0);
    expect(keyIds()).toEqual([keyId()]);
    // This test failed: the running container went on to trust the leaked key, which it had read when it started.
    expect(forgotten.text()).toContain('docker compose up -d --force-recreate backup');
    const ofRotation = repositoryFile('docs/operations.md')
      .split('**The key that signs backups:**')[1]
      ?.split('\n- ')[0];
    expect(ofRotation?.replaceAll('\n', ' ')).toMatch(/forget signing`.*up -d --force-recreate backup` again/);
  });

  it('encryption: encrypts to a new key, and keeps both identities', async () => {
    await keys('complete');
    const [recipient, identity] = [read('backup_recipient'), read('backup_identity')];
    await keys('rotate', 'encryption', '--json');
    expect(read('backup_recipient')).not.toBe(recipient);
    const identities = requireIdentities({ identity: read('backup_identity') });
    expect([identities.length, identities[1]]).toEqual([2, identity]);
  });

  it('rejects other key names', async () => {
    await keys('complete');
    expect((await keys('rotate', 'jwt')).problems).toEqual([expect.stringContaining('use signing or encryption')]);
  });
});

it('laurel backup key prints a matching pair', async () => {
  const pair = await runLaurel(['backup', 'key', '--signing', '--json'], {});
  const made: ReturnType<typeof createSigningKeys> = JSON.parse(pair.lines.join('\n'));
  expect(trustedBy(made.verifyKey)).toEqual([requireSigner({ signingKey: made.signingKey }).keyId]);
  const text = (await runLaurel(['backup', 'key'], {})).lines.join('\n');
  expect(requireIdentities({ identity: text })).toHaveLength(1);
});
