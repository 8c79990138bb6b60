import { SECRET_NAMES } from '@laurel/api/configuration/deployment';
import { repositoryFile } from '@laurel/support/repository';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const APP = [
  'data_key',
  'data_key_previous',
  // The console's role, for the second listener of the same process.
  'database_console_url',
  'database_url',
  'instagram_access_token',
  'instagram_app_secret',
  'instagram_verify_token',
  'jwt_secret',
  'jwt_secret_previous',
  'log_key',
  'seven_api_key',
  'seven_signing_key',
  'sms_twilio_auth_token',
  'sms_webhook_secret',
  'smtp_url',
  'telegram_bot_token',
  'telegram_gateway_token',
  'turbosms_token',
  'whatsapp_app_secret',
  'whatsapp_token',
  'whatsapp_verify_token',
];

/** The secrets of each service. Giving a service another secret requires a change here. */
const MOUNTED: Readonly<Record<string, readonly string[]>> = {
  app: APP,
  // It owns the tables and creates the roles: it needs their connections and the data key, but no provider's secret.
  migrate: [
    'data_key',
    'data_key_previous',
    'database_console_url',
    'database_migrate_url',
    'database_replication_url',
    'database_url',
  ],
  // It replicates, encrypts and signs. It can neither write to the database nor decrypt a backup.
  backup: [
    'backup_recipient',
    'backup_s3_access_key',
    'backup_s3_secret_key',
    'backup_signing_key',
    'backup_verify_key',
    'database_replication_url',
  ],
  postgres: ['postgres_password'],
  grafana: ['grafana_password'],
  caddy: [],
  prometheus: [],
  // It creates the files, so the folder itself is mounted.
  setup: [],
  // It cosigns the logs of others, and knows nothing of Laurel's database.
  witness: [],
};

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      secrets: z.array(z.string()).default([]),
      environment: z.record(z.string(), z.unknown()).default({}),
      volumes: z.array(z.string()).default([]),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const { services, secrets } = composeSchema.parse(parse(repositoryFile('docker-compose.yml'), { merge: true }));
const all = Object.entries(services);

describe('the secrets in docker-compose.yml', () => {
  it('are mounted only where they are needed', () => {
    const mounted = all.map(([name, service]) => [name, service.secrets.toSorted()]);
    expect(Object.fromEntries(mounted)).toEqual(MOUNTED);
  });

  it.each(all)('of %s are those that its variables name', (_, { secrets: given, environment }) => {
    const named = Object.entries(environment).flatMap(([name, value]) =>
      name.endsWith('_FILE') ? [String(value).replace('/run/secrets/', '')] : [],
    );
    expect(given.toSorted()).toEqual(named.toSorted());
  });

  it('are all mounted somewhere, except the key that decrypts backups', () => {
    const used = new Set(all.flatMap(([, service]) => service.secrets));
    expect([...used].sort()).toEqual(Object.keys(secrets).sort());
    expect(SECRET_NAMES.filter((name) => !used.has(name))).toEqual(['backup_identity']);
  });

  it('are visible as a folder only to the service that creates them', () => {
    const seeing = all.filter(([, { volumes }]) => volumes.some((volume) => /^\.(\/secrets)?(\/)?:/.test(volume)));
    expect(seeing.map(([name]) => name)).toEqual(['setup']);
  });
});
