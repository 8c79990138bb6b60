import type { backupSchema } from '@laurel/backup/settings';
import type { z } from 'zod';
import type { VariableName } from './schema.ts';

export type BackupVariable = keyof z.output<typeof backupSchema>;

export type SecretFile = {
  /** The variable whose `_FILE` form names this file in the containers; none if only docker-compose.yml uses it. */
  variable?: VariableName | BackupVariable;
  /** The content. An unused file is empty, because docker-compose.yml mounts every file. */
  about: string;
};

/**
 * The files in secrets/, by name. `laurel setup` writes them and docker-compose.yml mounts them.
 */
export const SECRET_FILES = {
  jwt_secret: { variable: 'JWT_SECRET', about: 'Signs session tokens.' },
  jwt_secret_previous: { variable: 'JWT_SECRET_PREVIOUS', about: 'Empty, except during a rotation.' },
  data_key: { variable: 'DATA_KEY', about: 'Encrypts secrets in the database. Store a copy with the backup identity.' },
  data_key_previous: { variable: 'DATA_KEY_PREVIOUS', about: 'Empty, except during a rotation.' },
  log_key: {
    variable: 'LOG_KEY',
    about:
      'Signs the public log of votes. Store a copy with the backup identity: a log can’t continue with another key.',
  },
  database_url: { variable: 'DATABASE_URL', about: 'The application’s connection (role laurel_app).' },
  database_migrate_url: { variable: 'DATABASE_MIGRATE_URL', about: 'The owner’s connection (role laurel).' },
  database_console_url: {
    variable: 'DATABASE_CONSOLE_URL',
    about: 'The connection of the organisers’ console (role laurel_console). Empty without a console.',
  },
  database_replication_url: {
    variable: 'DATABASE_REPLICATION_URL',
    about: 'The connection of backups (role laurel_backup), with REPLICATION and without superuser rights.',
  },
  postgres_password: { about: 'The owner’s password, for the postgres container.' },
  smtp_url: { variable: 'SMTP_URL', about: 'The mail server, with its password.' },
  sms_twilio_auth_token: { variable: 'TWILIO_AUTH_TOKEN', about: 'With Twilio.' },
  sms_webhook_secret: { variable: 'SMS_WEBHOOK_SECRET', about: 'With SMS_PROVIDER=webhook.' },
  turbosms_token: {
    variable: 'TURBOSMS_TOKEN',
    about: 'With SMS_PROVIDER=turbosms, or viber in PHONE_CODE_CHANNELS.',
  },
  seven_api_key: { variable: 'SEVEN_API_KEY', about: 'With SMS_PROVIDER=seven, or voice in PHONE_CODE_CHANNELS.' },
  seven_signing_key: { variable: 'SEVEN_SIGNING_KEY', about: 'For the reports of seven.' },
  whatsapp_token: { variable: 'WHATSAPP_TOKEN', about: 'With whatsapp in PHONE_CODE_CHANNELS.' },
  whatsapp_app_secret: { variable: 'WHATSAPP_APP_SECRET', about: 'For the reports of WhatsApp.' },
  whatsapp_verify_token: { variable: 'WHATSAPP_VERIFY_TOKEN', about: 'For the reports of WhatsApp.' },
  telegram_gateway_token: { variable: 'TELEGRAM_GATEWAY_TOKEN', about: 'With telegram in PHONE_CODE_CHANNELS.' },
  telegram_bot_token: { variable: 'TELEGRAM_BOT_TOKEN', about: 'With Telegram.' },
  instagram_access_token: { variable: 'INSTAGRAM_ACCESS_TOKEN', about: 'With INSTAGRAM_PROVIDER=graph.' },
  instagram_app_secret: { variable: 'INSTAGRAM_APP_SECRET', about: 'With INSTAGRAM_PROVIDER=graph.' },
  instagram_verify_token: { variable: 'INSTAGRAM_VERIFY_TOKEN', about: 'With INSTAGRAM_PROVIDER=graph.' },
  backup_recipient: { variable: 'BACKUP_RECIPIENT', about: 'The age public key that backups are encrypted to.' },
  backup_identity: {
    variable: 'BACKUP_IDENTITY',
    about:
      'The age private key that decrypts backups. Of the containers only `setup` can read it, which mounts the whole folder for commands such as `doctor`: move it to another machine, and enter it when `restore` and `drill` ask for it.',
  },
  backup_signing_key: { variable: 'BACKUP_SIGNING_KEY', about: 'The Ed25519 private key that signs backups.' },
  backup_verify_key: {
    variable: 'BACKUP_VERIFY_KEY',
    about: 'The Ed25519 public keys that verify the signatures. Store a copy with the backup identity.',
  },
  backup_s3_access_key: { variable: 'BACKUP_S3_ACCESS_KEY', about: 'With backups in an S3-compatible store.' },
  backup_s3_secret_key: { variable: 'BACKUP_S3_SECRET_KEY', about: 'With backups in an S3-compatible store.' },
  grafana_password: { about: 'The password of Grafana’s user admin, with the profile monitoring.' },
} as const satisfies Record<string, SecretFile>;

export type SecretName = keyof typeof SECRET_FILES;

/** The names of the files in secrets/, in order. */
export const SECRET_NAMES = Object.keys(SECRET_FILES).filter((name): name is SecretName => name in SECRET_FILES);

/** The file in secrets/ of a variable, if it has one. */
export const secretFileOf = (variable: VariableName | BackupVariable): SecretName | undefined =>
  SECRET_NAMES.find((name) => {
    const file: SecretFile = SECRET_FILES[name];
    return file.variable === variable;
  });

export type ComposeEntry = { fallback?: string; about: string };

/** The variables of .env that only docker-compose.yml reads. */
export const COMPOSE_VARIABLES = {
  LAUREL_DOMAIN: {
    about:
      'The domain of the site, like awards.example.org. Caddy requests its certificate, and PUBLIC_URL is derived from it.',
  },
  LAUREL_CONSOLE_DOMAIN: {
    about:
      'The domain of the organisers’ console, like console.awards.example.org. Caddy requests its certificate, and CONSOLE_URL is derived from it. Unset: no console.',
  },
  LAUREL_EMAIL: {
    about: 'The email address for the certificate authority’s notices before a certificate expires.',
  },
  LAUREL_TLS: {
    about:
      'Unset: a certificate from a public authority (for localhost, from Caddy’s own authority). `tls internal`: from Caddy’s own authority for any name, for a trial.',
  },
  LAUREL_SCHEME: {
    about:
      '`http://`: Caddy serves without TLS, because your own web server in front of it has the certificates (deploy/proxies). Unset: Caddy has them.',
  },
  LAUREL_TRUSTED_PROXIES: {
    about:
      'The proxies in front of Caddy whose X-Forwarded-For is trusted, such as a CDN: addresses separated by spaces.',
  },
  LAUREL_IMAGE: { fallback: 'laurel', about: 'The image of Laurel.' },
  LAUREL_VERSION: {
    fallback: 'local',
    about: 'The version of Laurel. `deploy/upgrade.sh` sets it.',
  },
  APP_REPLICAS: {
    fallback: '1',
    about: 'The number of server processes. With two or more, one keeps serving during an upgrade.',
  },
  APP_MEMORY: { fallback: '1g', about: 'The memory limit of each server process.' },
  HTTP_PORT: {
    fallback: '80',
    about: 'The port that redirects to https and validates the domain for the certificate authority.',
  },
  HTTPS_PORT: {
    fallback: '443',
    about: 'The port of the site. If it is not 443, set PUBLIC_URL (and CONSOLE_URL) with the port.',
  },
  EDGE_SUBNET: {
    fallback: '172.30.71.0/24',
    about: 'The network between Caddy and Laurel, which Laurel trusts as a proxy. Change it if this network is in use.',
  },
  LAUREL_IPV6: {
    fallback: 'true',
    about:
      'Enables IPv6 in Caddy’s network, which preserves the IPv6 addresses of visitors (Docker 27 or newer). Set `false` on a machine without IPv6.',
  },
  LAUREL_IPV6_SUBNET: {
    fallback: 'fd4c:6175:7265:6c00::/64',
    about:
      'The private IPv6 network of Caddy. Change it if it is in use, for example by a second Laurel on this machine.',
  },
  CADDY_IMAGE: {
    fallback: 'caddy:2',
    about:
      'The image of Caddy, 2.11.2 or newer. Older versions lose the body of a request that waits for a Laurel process.',
  },
  POSTGRES_IMAGE: { fallback: 'postgres:17', about: 'The image of PostgreSQL.' },
  POSTGRES_MEMORY: { fallback: '2g', about: 'The memory limit of PostgreSQL.' },
  POSTGRES_SHARED_BUFFERS: {
    fallback: '256MB',
    about: 'PostgreSQL’s shared_buffers. Start with a quarter of its memory.',
  },
  POSTGRES_CACHE: { fallback: '768MB', about: 'PostgreSQL’s effective_cache_size: the estimated cache of the system.' },
  POSTGRES_CONNECTIONS: { fallback: '200', about: 'PostgreSQL’s max_connections, for all Laurel processes and tools.' },
  POSTGRES_WAL_KEEP: {
    fallback: '10GB',
    about:
      'The write-ahead log that PostgreSQL keeps for a stopped backup. Beyond it, the backup starts again with a new base.',
  },
  BACKUP_MEMORY: { fallback: '1g', about: 'The memory limit of the backup container.' },
  PROMETHEUS_IMAGE: {
    fallback: 'prom/prometheus:v3.7.3',
    about: 'The image of Prometheus, with the profile monitoring.',
  },
  GRAFANA_IMAGE: { fallback: 'grafana/grafana:12.2.1', about: 'The image of Grafana, with the profile monitoring.' },
  GRAFANA_PORT: { fallback: '3000', about: 'The port of Grafana, on the loopback interface.' },
  WITNESS_LOGS: {
    about: 'The verifier keys of the logs that this witness cosigns, separated by spaces, with the profile witness.',
  },
  WITNESS_NAME: {
    about:
      'The name of the witness’s key, like witness.example.org. It is fixed at the first start. Unset: a random one.',
  },
  WITNESS_ADDRESS: { fallback: '127.0.0.1:8090', about: 'The address and port where this machine offers the witness.' },
  COMPOSE_PROJECT_NAME: { fallback: 'laurel', about: 'The prefix of containers, networks and volumes.' },
} as const satisfies Record<string, ComposeEntry>;

export type ComposeVariable = keyof typeof COMPOSE_VARIABLES;
