import type { backupSchema } from '@laurel/backup/settings';
import type { z } from 'zod';
import type { VariableName } from './schema.ts';

export type BackupVariable = keyof z.infer<typeof backupSchema>;

export type SecretFile = {
  /** The variable whose `_FILE` twin names this file in the containers; none where only docker-compose.yml uses it. */
  variable?: VariableName | BackupVariable;
  /** What is in it; a file that is not used is there and empty, since docker-compose.yml mounts every one. */
  about: string;
};

/**
 * The files in secrets/, by name: what `laurel setup` writes and docker-compose.yml mounts. The names are a contract
 * between the two.
 */
export const SECRET_FILES = {
  jwt_secret: { variable: 'JWT_SECRET', about: 'Signs sessions.' },
  jwt_secret_previous: { variable: 'JWT_SECRET_PREVIOUS', about: 'Empty, but for a rotation.' },
  data_key: { variable: 'DATA_KEY', about: 'Seals secrets in the database. Keep a copy with the backup identity.' },
  data_key_previous: { variable: 'DATA_KEY_PREVIOUS', about: 'Empty, but for a rotation.' },
  database_url: { variable: 'DATABASE_URL', about: 'The application’s connection (role laurel_app).' },
  database_migrate_url: { variable: 'DATABASE_MIGRATE_URL', about: 'The owner’s connection (role laurel).' },
  database_replication_url: {
    variable: 'DATABASE_REPLICATION_URL',
    about: 'The connection of backups (role laurel_backup): it replicates and is no superuser.',
  },
  postgres_password: { about: 'The owner’s password, for the postgres container.' },
  smtp_url: { variable: 'SMTP_URL', about: 'The mail server, with its password.' },
  sms_twilio_auth_token: { variable: 'TWILIO_AUTH_TOKEN', about: 'With SMS_PROVIDER=twilio.' },
  sms_webhook_secret: { variable: 'SMS_WEBHOOK_SECRET', about: 'With SMS_PROVIDER=webhook.' },
  telegram_bot_token: { variable: 'TELEGRAM_BOT_TOKEN', about: 'With Telegram.' },
  instagram_access_token: { variable: 'INSTAGRAM_ACCESS_TOKEN', about: 'With INSTAGRAM_PROVIDER=graph.' },
  instagram_app_secret: { variable: 'INSTAGRAM_APP_SECRET', about: 'With INSTAGRAM_PROVIDER=graph.' },
  instagram_verify_token: { variable: 'INSTAGRAM_VERIFY_TOKEN', about: 'With INSTAGRAM_PROVIDER=graph.' },
  backup_recipient: { variable: 'BACKUP_RECIPIENT', about: 'The age public key that backups are encrypted for.' },
  backup_identity: {
    variable: 'BACKUP_IDENTITY',
    about:
      'The age private key that opens backups. No container mounts it: move it away from this machine, and give it to `restore` and `drill` when they ask.',
  },
  backup_signing_key: { variable: 'BACKUP_SIGNING_KEY', about: 'The Ed25519 private key that signs backups.' },
  backup_verify_key: {
    variable: 'BACKUP_VERIFY_KEY',
    about: 'The Ed25519 public keys that tell the signatures. Keep a copy with the backup identity.',
  },
  backup_s3_access_key: { variable: 'BACKUP_S3_ACCESS_KEY', about: 'With backups in an S3-compatible store.' },
  backup_s3_secret_key: { variable: 'BACKUP_S3_SECRET_KEY', about: 'With backups in an S3-compatible store.' },
  grafana_password: { about: 'The password of the user admin in Grafana, with the profile monitoring.' },
} as const satisfies Record<string, SecretFile>;

export type SecretName = keyof typeof SECRET_FILES;

/** The names of the files in secrets/, in their order. */
export const SECRET_NAMES = Object.keys(SECRET_FILES).filter((name): name is SecretName => name in SECRET_FILES);

/** The file in secrets/ that holds a variable, if one does. */
export const secretFileOf = (variable: VariableName | BackupVariable): SecretName | undefined =>
  SECRET_NAMES.find((name) => {
    const file: SecretFile = SECRET_FILES[name];
    return file.variable === variable;
  });

/** The variables of .env that docker-compose.yml reads and Laurel does not. */
export const COMPOSE_VARIABLES = {
  LAUREL_DOMAIN: {
    fallback: undefined,
    about: 'The name people type, like awards.example.org: Caddy gets its certificate, PUBLIC_URL is made of it.',
  },
  LAUREL_EMAIL: {
    fallback: undefined,
    about: 'Where the certificate authority writes before a certificate ends.',
  },
  LAUREL_TLS: {
    fallback: undefined,
    about:
      'Unset: a certificate from a public authority (for localhost one of Caddy’s own). `tls internal`: one of Caddy’s own for any name, for a trial.',
  },
  LAUREL_TRUSTED_PROXIES: {
    fallback: undefined,
    about: 'Who stands before Caddy and may say who is calling: a CDN’s addresses, with blanks between.',
  },
  LAUREL_IMAGE: { fallback: 'laurel', about: 'The image of Laurel.' },
  LAUREL_VERSION: {
    fallback: 'local',
    about: 'Its version; `deploy/upgrade.sh` sets it.',
  },
  APP_REPLICAS: {
    fallback: '1',
    about: 'How many processes serve; with two or more an upgrade always leaves one serving.',
  },
  APP_MEMORY: { fallback: '1g', about: 'The most memory that one of them may take.' },
  HTTP_PORT: { fallback: '80', about: 'The port that leads to https and proves the domain to the authority.' },
  HTTPS_PORT: { fallback: '443', about: 'The port of the site.' },
  EDGE_SUBNET: {
    fallback: '172.30.71.0/24',
    about: 'The addresses between Caddy and Laurel, and so TRUST_PROXY; changed where this network is taken.',
  },
  LAUREL_IPV6: {
    fallback: 'true',
    about:
      'Whether visitors come over IPv6 as they are (Docker 27 or newer); `false` where this machine has no IPv6 at all.',
  },
  LAUREL_IPV6_SUBNET: {
    fallback: 'fd4c:6175:7265:6c00::/64',
    about: 'The private IPv6 addresses of Caddy’s network; changed where they are taken, as by a second Laurel here.',
  },
  CADDY_IMAGE: {
    fallback: 'caddy:2',
    about:
      'The image of Caddy, 2.11.2 or newer: an older one loses the body of a request that waits for a copy of Laurel.',
  },
  POSTGRES_IMAGE: { fallback: 'postgres:17', about: 'The image of PostgreSQL.' },
  POSTGRES_MEMORY: { fallback: '2g', about: 'The most memory that PostgreSQL may take.' },
  POSTGRES_SHARED_BUFFERS: {
    fallback: '256MB',
    about: 'PostgreSQL’s own cache: a quarter of its memory is a good start.',
  },
  POSTGRES_CACHE: { fallback: '768MB', about: 'How much PostgreSQL may think the system caches for it.' },
  POSTGRES_CONNECTIONS: { fallback: '200', about: 'The most connections, over all Laurel processes and tools.' },
  POSTGRES_WAL_KEEP: {
    fallback: '10GB',
    about: 'How much write-ahead log is kept for a backup that is away, before it has to begin anew.',
  },
  BACKUP_MEMORY: { fallback: '1g', about: 'The most memory that backups may take.' },
  PROMETHEUS_IMAGE: {
    fallback: 'prom/prometheus:v3.7.3',
    about: 'The image of Prometheus, with the profile monitoring.',
  },
  GRAFANA_IMAGE: { fallback: 'grafana/grafana:12.2.1', about: 'The image of Grafana, with the profile monitoring.' },
  GRAFANA_PORT: { fallback: '3000', about: 'The port of Grafana, on this machine alone.' },
  COMPOSE_PROJECT_NAME: { fallback: 'laurel', about: 'The name before containers, networks and volumes.' },
} as const satisfies Record<string, { fallback: string | undefined; about: string }>;

export type ComposeVariable = keyof typeof COMPOSE_VARIABLES;
