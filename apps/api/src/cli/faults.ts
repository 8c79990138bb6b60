import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { codesOf } from '@laurel/database/errors';
import { VERSION } from './version.ts';

const MAX_CAUSES = 6;

/** An error and its causes, outermost first. */
const chainOf = (error: unknown): object[] => {
  const chain: object[] = [];
  let each: unknown = error;
  while (each instanceof Object && chain.length < MAX_CAUSES) {
    chain.push(each);
    each = each instanceof AggregateError ? each.errors[0] : Reflect.get(each, 'cause');
  }
  return chain;
};

const property = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** The name of the process's user, or its number. */
export const machineUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

const OF_FILES: Readonly<Record<string, () => string>> = {
  ENOENT: () => 'there is no such file or folder. Check the path; in a container it is a path inside of the container.',
  EACCES: () => `this user (${machineUser()}) may not use it. Change its owner or its mode.`,
  EPERM: () => `this user (${machineUser()}) may not use it. Change its owner or its mode.`,
  EROFS: () =>
    'this file system is read-only. To keep what a command prints, write it on the host: docker compose exec -T app laurel … > FILE',
  ENOSPC: () => 'the disk is full. Make room, then run the command again.',
  EDQUOT: () => 'this user’s share of the disk is full. Make room, then run the command again.',
  EISDIR: () => 'this is a folder, and a file is needed.',
  ENOTDIR: () => 'this is a file, and a folder is needed.',
  EEXIST: () => 'this exists already. Name another one, or move it away.',
  EBUSY: () => 'another program uses it. Try again once it is done.',
  EMFILE: () => 'too many open files. Raise the limit (ulimit -n).',
  ENFILE: () => 'the machine has too many open files. Try again later.',
  EIO: () => 'the disk can’t be read or written. Look at the machine’s log (dmesg).',
};

const OF_CONNECTIONS: Readonly<Record<string, (place: string, name: string) => string>> = {
  ECONNREFUSED: (place) => `Nothing answers at ${place}. Check the address, and that the server is running.`,
  ECONNRESET: (place) => `${place} ended the connection. Try again; its log says why.`,
  EHOSTUNREACH: (place) => `${place} can’t be reached from here. Check the address and the network.`,
  ENETUNREACH: (place) => `${place} can’t be reached from here. Check the address and the network.`,
  ETIMEDOUT: (place) => `${place} does not answer. Check the address, and that no firewall blocks the connection.`,
  ENOTFOUND: (_place, name) =>
    `The name ${name} is not known here. Check it; a container’s name is known only while that container runs.`,
  EAI_AGAIN: (_place, name) =>
    `The name ${name} could not be looked up. Check the machine’s DNS; a container’s name is known only while that container runs.`,
};

/** SQLSTATEs of a database that rejects a connection or query, https://www.postgresql.org/docs/17/errcodes-appendix.html */
const OF_DATABASES: Readonly<Record<string, string>> = {
  '28P01':
    'The database refuses the user name or the password. Compare DATABASE_URL (secrets/database_url) with the role’s password.',
  '28000': 'The database refuses this user. Check DATABASE_URL (secrets/database_url), and pg_hba.conf of the server.',
  '3D000': 'The database server has no database of this name. Check the end of DATABASE_URL (secrets/database_url).',
  '42501':
    'The database does not allow this to the role of this connection. "laurel doctor" shows which guards are in place.',
  '42P01': 'The database lacks tables of this release. Run "laurel migrate"; "laurel doctor" says more.',
  '53300': 'The database has no connection left. Try again, or raise POSTGRES_CONNECTIONS.',
};

const faultIn = (error: object): string | undefined => {
  const code = property(error, 'code') ?? '';
  const path = property(error, 'path') ?? property(error, 'dest');
  const ofFile = OF_FILES[code];
  if (ofFile) return path === undefined ? `The system says ${code}: ${ofFile()}` : `${path}: ${ofFile()}`;
  const ofConnection = OF_CONNECTIONS[code];
  if (!ofConnection) return undefined;
  const [address, port, name] = ['address', 'port', 'hostname'].map((each) => property(error, each));
  const place = [address ?? name ?? 'the server', ...(port === undefined ? [] : [port])].join(':');
  return ofConnection(place, name ?? place);
};

/**
 * Describes a problem of the machine, the network or the database, and its remedy, in one line.
 * @returns undefined for other errors
 */
export const faultOf = (error: unknown): string | undefined => {
  const known = codesOf(error).find((code) => Object.hasOwn(OF_DATABASES, code));
  if (known !== undefined) return OF_DATABASES[known];
  for (const each of chainOf(error)) {
    const fault = faultIn(each);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const MAX_FRAMES = 3;

/**
 * A reference of an unexpected error for a bug report: the version, the error's name and the innermost stack frames. The
 * message is left out, because it may quote personal data.
 */
export const referenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return `${VERSION} ${typeof error}`;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ +at /.test(line) && !line.includes('node:internal'))
    .flatMap((line) => /([^\s()]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? [])
    .map((place) => basename(place));
  return [VERSION, error.name, frames.slice(0, MAX_FRAMES).join(' < ')].join(' ').trimEnd();
};
