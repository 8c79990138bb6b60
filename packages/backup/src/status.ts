// The state that the daemon writes every second, and its assessment.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BackupSettings } from './settings.ts';

const baseSchema = z.object({
  id: z.string(),
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  storedBytes: z.number(),
});

const stateSchema = z.object({
  at: z.coerce.date(),
  cluster: z.string(),
  /** The database's timeline; 0 in a state of an older release. */
  timeline: z.number().int().default(0),
  shippedLsn: z.string(),
  /** The end of the WAL at the last query of the database. */
  currentLsn: z.string(),
  lagBytes: z.number(),
  /** The latest time up to which all WAL is known to be in the store. */
  completeAt: z.coerce.date(),
  slotStatus: z.string().nullable(),
  /** Bytes that the slot keeps on the database's disk. */
  slotRetainedBytes: z.number(),
  lastBase: baseSchema.nullable(),
  problem: z.string().nullable(),
  /** The number of the last head (head.ts). */
  headSequence: z.number().int().default(0),
});

export type BackupState = z.output<typeof stateSchema>;

/** A base that `laurel backup create` took while the daemon ran. */
const createdSchema = z.object({ cluster: z.string(), base: baseSchema });

/** Writes the fields of a schema. Others are left out: a base has positions as well, which JSON can't hold. */
const write = <T extends z.ZodType>(spoolDir: string, name: string, schema: T, content: z.output<T>): void => {
  const path = join(spoolDir, name);
  writeFileSync(`${path}.new`, JSON.stringify(schema.parse(content)));
  renameSync(`${path}.new`, path);
};

const read = <T extends z.ZodType>(spoolDir: string, name: string, schema: T): z.output<T> | undefined => {
  const path = join(spoolDir, name);
  if (!existsSync(path)) return undefined;
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
};

export const writeState = (spoolDir: string, state: BackupState): void =>
  write(spoolDir, 'status.json', stateSchema, state);

/** Records a base of `laurel backup create` for `laurel backup status`. */
export const noteCreated = (spoolDir: string, cluster: string, base: NonNullable<BackupState['lastBase']>): void => {
  mkdirSync(spoolDir, { recursive: true, mode: 0o700 });
  write(spoolDir, 'created.json', createdSchema, { cluster, base });
};

/** Reads the daemon's last state; undefined if there is none, or it cannot be read. */
export const readState = (spoolDir: string): BackupState | undefined => {
  const state = read(spoolDir, 'status.json', stateSchema);
  const created = read(spoolDir, 'created.json', createdSchema);
  if (!state || created?.cluster !== state.cluster) return state;
  const isNewer = !state.lastBase || created.base.startedAt > state.lastBase.startedAt;
  return isNewer ? { ...state, lastBase: created.base } : state;
};

/** Reads the daemon's last state, if that is of a cluster. */
export const readStateOf = (spoolDir: string, cluster: string): BackupState | undefined => {
  const state = readState(spoolDir);
  return state?.cluster === cluster ? state : undefined;
};

/** The number of the last head that this machine wrote for a cluster; undefined if it wrote none. */
export const knownHead = (spoolDir: string, cluster: string): number | undefined =>
  readStateOf(spoolDir, cluster)?.headSequence || undefined;

/** The age at which a state means that the daemon stopped. It writes every second, but a busy disk may delay it. */
const SILENT_MS = 60_000;
/** How late WAL may reach the store, beyond twice `partialMs`. */
const LATE_MS = 60_000;

export type Assessment = {
  ok: boolean;
  problems: string[];
  state: (BackupState & { lagSeconds: number; baseAgeSeconds: number | null }) | null;
};

export const assess = (
  state: BackupState | undefined,
  { everyMs, partialMs }: Pick<BackupSettings, 'everyMs' | 'partialMs'>,
  now: Date,
): Assessment => {
  if (!state) return { ok: false, problems: ['"laurel backup run" has not run here yet'], state: null };
  const since = (then: Date): number => now.getTime() - then.getTime();
  const problems: string[] = [];
  if (since(state.at) > SILENT_MS) {
    problems.push(`"laurel backup run" has said nothing since ${state.at.toISOString()}: is the container running?`);
  }
  if (since(state.completeAt) > LATE_MS + 2 * partialMs) {
    problems.push(`the write-ahead log since ${state.completeAt.toISOString()} is not in the store`);
  }
  if (!state.lastBase) problems.push('there is no base backup yet');
  else if (since(state.lastBase.startedAt) > 1.5 * everyMs) {
    problems.push(`the last base backup is of ${state.lastBase.startedAt.toISOString()}`);
  }
  if (state.problem !== null) problems.push(state.problem);
  const lagSeconds = Math.max(0, since(state.completeAt)) / 1_000;
  const baseAgeSeconds = state.lastBase ? since(state.lastBase.startedAt) / 1_000 : null;
  return { ok: problems.length === 0, problems, state: { ...state, lagSeconds, baseAgeSeconds } };
};

export const metricsText = ({ ok, state }: Assessment): string => {
  const gauges: [name: string, help: string, value: number | null | undefined][] = [
    ['laurel_backup_ok', 'Whether backups are being made as they should.', ok ? 1 : 0],
    ['laurel_backup_lag_seconds', 'Age of the latest time up to which all WAL is in the store.', state?.lagSeconds],
    ['laurel_backup_lag_bytes', 'Bytes of the write-ahead log that are not in the store.', state?.lagBytes],
    ['laurel_backup_base_age_seconds', 'Age of the newest base backup.', state?.baseAgeSeconds],
    ['laurel_backup_base_bytes', 'Size of the newest base backup in the store.', state?.lastBase?.storedBytes],
    ['laurel_backup_slot_retained_bytes', 'Log that PostgreSQL keeps for the backup.', state?.slotRetainedBytes],
  ];
  return gauges
    .filter(([, , value]) => value !== null && value !== undefined)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('');
};
