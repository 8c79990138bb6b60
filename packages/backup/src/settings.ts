import { z } from 'zod';
import { BackupError } from './errors.ts';

const HOUR_MS = 60 * 60_000;
const text = z.string().trim().min(1);
const webUrl = z.url({ protocol: /^https?$/ });
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const positive = z.coerce.number().positive();

const storeText = text.refine((value) => /^file:\/\/\/.+|^s3:\/\/[^/]+(\/.*)?$/.test(value), {
  error: 'must be file:///folder or s3://bucket/prefix',
});

/** The variables of backups. Each can come from a file: NAME_FILE. */
export const backupSchema = z.object({
  BACKUP_STORE: storeText.describe('the store of the backups: `file:///backups` or `s3://bucket/prefix`'),
  BACKUP_S3_ENDPOINT: webUrl.optional().describe('the S3-compatible service; unset, Amazon’s endpoint of the region'),
  BACKUP_S3_REGION: text.default('us-east-1').describe('the region for request signatures'),
  BACKUP_S3_PATH_STYLE: flag
    .default(true)
    .describe('`true`: https://endpoint/bucket/key; `false`: https://bucket.endpoint/key'),
  BACKUP_S3_ACCESS_KEY: text.optional().describe('the access key of the bucket'),
  BACKUP_S3_SECRET_KEY: text.optional().describe('the secret key of the bucket'),
  BACKUP_RECIPIENT: text.optional().describe('age public keys (age1…), one per line, that backups are encrypted to'),
  BACKUP_IDENTITY: text
    .optional()
    .describe('the age private key, needed only to restore and drill; unset, these commands ask for it (`--identity`)'),
  BACKUP_SIGNING_KEY: text
    .optional()
    .describe('the Ed25519 private key (PEM) that signs the backups; needed to create them'),
  BACKUP_VERIFY_KEY: text
    .optional()
    .describe('the trusted Ed25519 public keys (concatenated PEM), in addition to that of `BACKUP_SIGNING_KEY`'),
  BACKUP_EVERY_HOURS: positive.default(24).describe('hours between base backups'),
  BACKUP_KEEP_DAYS: positive.default(14).describe('days in the past to which the database can be restored'),
  BACKUP_PARTIAL_SECONDS: positive.default(5).describe('seconds after which new write-ahead log is in the store'),
  BACKUP_SPOOL_DIR: text.default('/spool').describe('the folder of write-ahead log that is not in the store yet'),
  BACKUP_SYNCHRONOUS: flag
    .default(false)
    .describe('`true`: flush received log at once, for a PostgreSQL with synchronous_standby_names'),
  BACKUP_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional().describe('serves `/metrics` on this port'),
  DATABASE_REPLICATION_URL: databaseUrl
    .optional()
    .describe('a direct connection of a role with REPLICATION, which `laurel migrate` creates'),
  DATABASE_STANDBY_URL: databaseUrl
    .optional()
    .describe('the same for a standby, which the backup then reads instead; a drill still asks the primary'),
});

type Values = z.output<typeof backupSchema>;

const storePlace = (env: Values) => {
  const url = new URL(env.BACKUP_STORE);
  if (url.protocol === 'file:') return { kind: 'folder' as const, path: decodeURIComponent(url.pathname) };
  const { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = env;
  if (accessKey === undefined || secretKey === undefined) {
    throw new BackupError('BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY: are needed with BACKUP_STORE=s3://…');
  }
  return {
    kind: 's3' as const,
    bucket: url.hostname,
    prefix: url.pathname.replaceAll(/^\/+|\/+$/g, ''),
    endpoint: env.BACKUP_S3_ENDPOINT ?? `https://s3.${env.BACKUP_S3_REGION}.amazonaws.com`,
    region: env.BACKUP_S3_REGION,
    pathStyle: env.BACKUP_S3_PATH_STYLE,
    accessKey,
    secretKey,
  };
};

export type StorePlace = ReturnType<typeof storePlace>;

/** The settings of backups, durations in milliseconds. @throws BackupError naming the missing or wrong variable */
export const backupSettings = (env: Values) => ({
  store: storePlace(env),
  recipient: env.BACKUP_RECIPIENT,
  identity: env.BACKUP_IDENTITY,
  signingKey: env.BACKUP_SIGNING_KEY,
  verifyKey: env.BACKUP_VERIFY_KEY,
  /** The primary, and the standby that is read instead of it. */
  databaseUrl: env.DATABASE_REPLICATION_URL,
  standbyUrl: env.DATABASE_STANDBY_URL,
  everyMs: env.BACKUP_EVERY_HOURS * HOUR_MS,
  keepMs: env.BACKUP_KEEP_DAYS * 24 * HOUR_MS,
  partialMs: env.BACKUP_PARTIAL_SECONDS * 1_000,
  spoolDir: env.BACKUP_SPOOL_DIR,
  synchronous: env.BACKUP_SYNCHRONOUS,
  metricsPort: env.BACKUP_METRICS_PORT,
});

export type BackupSettings = ReturnType<typeof backupSettings>;

/** The connection to the primary. @throws BackupError */
export const requireDatabase = ({ databaseUrl }: BackupSettings): string => {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new BackupError(
    'Set DATABASE_REPLICATION_URL_FILE: the connection of a role that may replicate (LOGIN REPLICATION).',
  );
};

/** The connection to the server that the backup reads: a standby if there is one. @throws BackupError */
export const requireSource = (settings: BackupSettings): string => settings.standbyUrl ?? requireDatabase(settings);

/** The connection to the primary of the standby that the backup reads; undefined if the settings name no other server. */
export const primaryOf = ({ databaseUrl, standbyUrl }: BackupSettings): string | undefined =>
  standbyUrl === undefined || databaseUrl === standbyUrl ? undefined : databaseUrl;
