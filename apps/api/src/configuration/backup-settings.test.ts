import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackupSettings } from '../config.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-settings-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the settings of backups', () => {
  it('need no variables of the server, and have defaults except for the store', () => {
    expect(readBackupSettings({ NODE_ENV: 'production', BACKUP_STORE: 'file:///var/our%20backups' })).toMatchObject({
      store: { kind: 'folder', path: '/var/our backups' },
      databaseUrl: undefined,
      recipient: undefined,
      everyMs: 86_400_000,
      keepMs: 14 * 86_400_000,
      partialMs: 5_000,
      spoolDir: '/spool',
      synchronous: false,
    });
  });

  it('read secrets from files', () => {
    const file = (name: string, content: string): string => {
      writeFileSync(join(dir, name), content);
      return join(dir, name);
    };
    const settings = readBackupSettings({
      BACKUP_STORE: 's3://bucket/a/b/',
      BACKUP_S3_REGION: 'eu-west-1',
      BACKUP_S3_ACCESS_KEY_FILE: file('access', 'key\n'),
      BACKUP_S3_SECRET_KEY_FILE: file('secret', 'word\n'),
      BACKUP_IDENTITY_FILE: file('identity', ''),
      DATABASE_REPLICATION_URL_FILE: file('url', 'postgresql://replicator@db/laurel'),
      DATABASE_MIGRATE_URL: 'postgresql://owner@db/laurel',
    });
    expect(settings).toMatchObject({ identity: undefined, databaseUrl: 'postgresql://replicator@db/laurel' });
    expect(settings.store).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'a/b',
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      pathStyle: true,
      accessKey: 'key',
      secretKey: 'word',
    });
  });

  it.each([
    [{}, 'BACKUP_STORE'],
    [{ BACKUP_STORE: '/backups' }, 'BACKUP_STORE: must be file:///folder or s3://bucket/prefix'],
    [{ BACKUP_STORE: 'file://backups' }, 'BACKUP_STORE: must be'],
    [{ BACKUP_STORE: 's3://bucket' }, 'BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY: are needed'],
    [{ BACKUP_STORE: 'file:///b', BACKUP_KEEP_DAYS: '0' }, 'BACKUP_KEEP_DAYS'],
    [{ BACKUP_STORE: 'file:///b', BACKUP_SYNCHRONOUS: 'yes' }, 'BACKUP_SYNCHRONOUS'],
    [{ BACKUP_STORE: 'file:///b', DATABASE_REPLICATION_URL: 'mysql://x' }, 'DATABASE_REPLICATION_URL'],
    [{ BACKUP_STORE: 'file:///b', DATABASE_STANDBY_URL: 'mysql://x' }, 'DATABASE_STANDBY_URL'],
    [
      { BACKUP_STORE: 'file:///b', BACKUP_RECIPIENT_FILE: '/nowhere' },
      'BACKUP_RECIPIENT_FILE: there is no file /nowhere',
    ],
  ])('reject %j', (environment, problem) => {
    expect(() => readBackupSettings(environment)).toThrow(problem);
  });
});
