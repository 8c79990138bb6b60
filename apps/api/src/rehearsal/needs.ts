/** The model of docs/scaling.md: its assumptions, and its planning values. */
const BUSIEST_HOUR = 0.1;
const PEAK_OVER_MEAN = 3;
const SOCKETS_PER_VOTER = 0.05;
const HOUR_SECONDS = 3_600;
const IDLE_PROCESS_MB = 175;
const LOADED_PROCESS_MB = 100;
const SOCKET_MB = 22.3 / 1_024;

/** How often an open page asks for the statistics, seconds (apps/web/src/lib/limits.ts). */
const ASKS_EVERY_SECONDS = 60;

/** PostgreSQL beside its shared buffers, Caddy, the backup, and the process that makes the load. */
const OTHER_CONTAINERS_MB = 250 + 100 + 120 + 200;
/** What must stay free for the real deployment. */
const RESERVED_MB = 256;
/** A new database with the write-ahead log of the load; a restored backup checks its own space. */
const COPY_DISK_MB = 3 * 1_024;
const RESERVED_DISK_MB = 1_024;

/** The load of the busiest second. */
export type Load = {
  votesPerSecond: number;
  registrationsPerSecond: number;
  readsPerSecond: number;
  /** Open pages, each with a socket. */
  sockets: number;
};

/**
 * The load of the busiest second of the last hour, by the formulas of docs/scaling.md.
 * @param voters the expected number of voters
 * @param categories in how many categories each of them votes
 */
export const loadFor = (voters: number, categories: number): Load => {
  const peak = (voters * BUSIEST_HOUR * PEAK_OVER_MEAN) / HOUR_SECONDS;
  const sockets = Math.ceil(voters * SOCKETS_PER_VOTER);
  return {
    votesPerSecond: peak * categories,
    registrationsPerSecond: peak,
    readsPerSecond: sockets / ASKS_EVERY_SECONDS,
    sockets,
  };
};

/** The units of shared_buffers, in MB; a number without a unit counts blocks of 8 kB (PostgreSQL, "Resource Consumption"). */
const UNIT_MB = { B: 1 / 1_024 ** 2, kB: 1 / 1_024, MB: 1, GB: 1_024, TB: 1_024 ** 2, '': 8 / 1_024 };
const isUnit = (text: string): text is keyof typeof UNIT_MB => Object.hasOwn(UNIT_MB, text);

/**
 * A size of shared_buffers, like 256MB or 2GB, in MB.
 * @returns undefined if PostgreSQL would not take it
 */
export const sharedBuffersMb = (size: string): number | undefined => {
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(size.trim()) ?? [];
  return value === undefined || !isUnit(unit) ? undefined : Number(value) * UNIT_MB[unit];
};

/** Memory and disk space of the machine, in MB. */
export type Space = { memoryMb: number; diskMb: number };

/**
 * The memory and disk that must be free before the copy starts, so that the real deployment keeps what it needs.
 * @param copies the copies of the app
 * @param sharedBuffersMb POSTGRES_SHARED_BUFFERS
 */
export const spaceFor = (
  voters: number,
  { copies, sharedBuffersMb }: { copies: number; sharedBuffersMb: number },
): Space => {
  const sockets = voters * SOCKETS_PER_VOTER;
  // The process that makes the load holds the other end of each socket.
  const ofSockets = 2 * sockets * SOCKET_MB;
  const ofProcesses = copies * (IDLE_PROCESS_MB + LOADED_PROCESS_MB);
  return {
    memoryMb: Math.ceil(ofProcesses + ofSockets + sharedBuffersMb + OTHER_CONTAINERS_MB + RESERVED_MB),
    diskMb: COPY_DISK_MB + RESERVED_DISK_MB,
  };
};

/** The services that are killed in turn; `app` is every copy of it, `one app` a single one. */
export const KILLED = ['one app', 'app', 'postgres', 'caddy'] as const;
export type Killed = (typeof KILLED)[number];

/** How long each part of the load takes, seconds. */
export type Times = { calm: number; settle: number; kills: number };

/**
 * The share of the time for everything but the load: the start, the sign-ups before it, the restored backup, the
 * removal.
 */
const SHARE_OF_OTHERS = 0.35;
/** The most seconds for the same. */
const MAX_FOR_OTHERS = 300;
/** The share of the load without kills. */
const SHARE_OF_CALM = 0.4;
/** The seconds for a kill, the return of voting, and some normal voting. */
const KILL_SECONDS = 25;

/**
 * Divides the time of a rehearsal. Each service is killed at least once, however short it is.
 * @param minutes of the whole rehearsal
 */
export const timesFor = (minutes: number): Times => {
  const whole = minutes * 60;
  const load = whole - Math.min(MAX_FOR_OTHERS, whole * SHARE_OF_OTHERS);
  const killing = load * (1 - SHARE_OF_CALM);
  const kills = Math.max(KILLED.length, Math.floor(killing / KILL_SECONDS));
  return { calm: Math.round(load * SHARE_OF_CALM), kills, settle: Math.max(1, Math.round(killing / kills / 4)) };
};
