import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { get } from 'node:https';
import { dirname } from 'node:path';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import { bad, type Finding, good, skipped, todo } from '../checks/finding.ts';
import type { Config } from '../config.ts';
import { weaknessOf } from '../configuration/schema.ts';

const GIGABYTE = 1024 ** 3;
const LEAST_FREE_BYTES = GIGABYTE;
const LEAST_FREE_SHARE = 0.05;

const inGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

type DiskSpace = { bavail: number; blocks: number; bsize: number };

/** Checks that a disk has enough free space: a share of it, and enough for the writes of one night. */
export const judgeDisk = (place: string, { bavail, blocks, bsize }: DiskSpace): Finding => {
  const free = bavail * bsize;
  const share = blocks === 0 ? 1 : bavail / blocks;
  const detail = `${inGigabytes(free)} free at ${place} (${Math.round(share * 100)} %)`;
  if (free >= LEAST_FREE_BYTES && share >= LEAST_FREE_SHARE) return good(detail);
  return bad(
    detail,
    'Make room: a PostgreSQL without any stops taking votes. Old backups and container images go first.',
  );
};

/** Checks the free space of the disk that holds `directory`, which need not exist yet. */
export const checkDisk = async (directory: string): Promise<Finding> => {
  let place = directory;
  while (!existsSync(place)) place = dirname(place);
  return judgeDisk(place, await statfs(place));
};

/** Why the password of a connection is too easy to guess, as a text after the variable's name; undefined if it is not. */
const passwordWeakness = (url: string | undefined): string | undefined => {
  if (url === undefined) return undefined;
  const { username, password } = new URL(url);
  if (password === '') return undefined;
  if (decodeURIComponent(password) === decodeURIComponent(username)) return 'has the user’s name as its password';
  if (decodeURIComponent(password).length < 16) return 'has a password of less than 16 characters';
  return undefined;
};

/** Checks that the secrets are random and distinct. */
export const checkSecrets = (config: Config): Finding => {
  if (!config.production) return skipped('development makes its own');
  const named: [string, string | undefined][] = [
    ['JWT_SECRET', config.jwtSecret],
    ['DATA_KEY', config.dataKey.toString('base64')],
    ['LOG_KEY', config.logKey?.toString('base64')],
    ['SMS_WEBHOOK_SECRET', config.SMS_WEBHOOK_SECRET],
  ];
  const given = named.filter((each): each is [string, string] => each[1] !== undefined);
  const weak = given.flatMap(([name, value]) => {
    const weakness = weaknessOf(value);
    return weakness === undefined ? [] : [`${name} ${weakness}`];
  });
  const first = new Map<string, string>();
  for (const [name, value] of given) {
    const other = first.get(value);
    if (other !== undefined) weak.push(`${name} is the same as ${other}`);
    first.set(value, name);
  }
  for (const name of ['DATABASE_URL', 'DATABASE_MIGRATE_URL', 'DATABASE_CONSOLE_URL'] as const) {
    const weakness = passwordWeakness(config[name]);
    if (weakness !== undefined) weak.push(`${name} ${weakness}`);
  }
  if (weak.length === 0) return good(`${given.length} looked at`);
  return bad(
    weak.join('; '),
    'Make new ones (openssl rand -base64 32). "laurel secrets rotate" changes JWT_SECRET and DATA_KEY safely; the others are files in secrets/, which deploy/restart.sh reads.',
  );
};

/** Checks that there is a key for the public log. */
export const checkLogKey = (config: Config): Finding =>
  config.logKey === undefined
    ? todo(
        'LOG_KEY is not set: there is no public log, and voters get no promises',
        'Run "laurel secrets complete", which makes secrets/log_key, then deploy/restart.sh.',
      )
    : good('LOG_KEY signs the public log');

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The least time until a certificate ends: two weeks, or a sixth of a shorter life. Caddy renews it at a third. */
const leastMs = (life: number): number => Math.min(14 * DAY_MS, life / 6);
const timeLeft = (ms: number): string =>
  ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`;
/** The authority of `tls internal`, which browsers do not know. */
const OWN_AUTHORITY = /^Caddy Local Authority/;

const ANSWER_MS = 8_000;
/** A path that every running process serves without the database, and that is reachable from outside. */
const REACHED_PATH = '/api/client-ip';

type Answer = { problem: string } | { status: number; certificate: PeerCertificate; refusal: string | undefined };

/** Requests a page. With an untrusted certificate the request continues, and the answer has the reason (`refusal`). */
const ask = (url: string, ca: string | undefined): Promise<Answer> =>
  new Promise((resolve) => {
    const trusted = ca === undefined ? {} : { ca };
    const request = get(
      url,
      { rejectUnauthorized: false, agent: false, timeout: ANSWER_MS, ...trusted },
      (response) => {
        const { socket } = response;
        response.resume();
        if (!(socket instanceof TLSSocket)) return resolve({ problem: 'no TLS' });
        const refusal = socket.authorized ? undefined : String(socket.authorizationError ?? 'not trusted');
        resolve({ status: response.statusCode ?? 0, certificate: socket.getPeerCertificate(), refusal });
        request.destroy();
      },
    );
    request.on('timeout', () => request.destroy(new Error(`silent for ${ANSWER_MS / 1000} s`)));
    request.on('error', (error) => resolve({ problem: error.message || 'no connection' }));
  });

const WAY_IN =
  'Does the name lead to this machine, are its ports 80 and 443 open, and is Caddy running ("docker compose logs caddy")?';

type Certificate = Pick<PeerCertificate, 'issuer' | 'valid_from' | 'valid_to'>;

/**
 * Checks the certificate of an address that answers.
 * @param refusal why this machine does not trust it; undefined if it does
 */
export const judgeCertificate = (
  url: URL,
  certificate: Certificate,
  refusal: string | undefined,
  now: Date,
): Finding => {
  const { issuer, valid_from, valid_to } = certificate;
  const isTrial = refusal !== undefined && OWN_AUTHORITY.test(String(issuer?.CN));
  if (refusal !== undefined && !isTrial) {
    return bad(`browsers refuse the certificate of ${url.host}: ${refusal}`, WAY_IN);
  }
  const left = Date.parse(valid_to) - now.getTime();
  if (left < leastMs(Date.parse(valid_to) - Date.parse(valid_from))) {
    return bad(`the certificate ends in ${timeLeft(left)}`, `Caddy renews it in time: see why not. ${WAY_IN}`);
  }
  if (!isTrial) return good(`${url.origin} answers, its certificate is good for ${timeLeft(left)}`);
  const detail = `${url.origin} answers, with a certificate of Caddy’s own authority, which browsers refuse`;
  return todo(detail, 'For a trial this is right. Before you go live, remove LAUREL_TLS from .env.');
};

/**
 * Checks that an https address is reachable: a trusted certificate for its name that does not end soon, and a Laurel behind
 * it.
 * @param path a path that it answers with 200
 * @param ca a certificate authority to trust instead of the machine's own, PEM
 */
export const checkAddress = async (url: URL, path: string, now: Date, ca?: string): Promise<Finding> => {
  const seen = await ask(`${url.origin}${path}`, ca);
  if ('problem' in seen && /(^|\.)localhost$/.test(url.hostname)) {
    return skipped(`${url.host} can’t be reached from in here, as in a container: a trial on this machine`);
  }
  if ('problem' in seen) return bad(`${url.host} can't be reached: ${seen.problem}`, WAY_IN);
  const found = judgeCertificate(url, seen.certificate, seen.refusal, now);
  if (!found.ok || seen.status === 200) return found;
  const advice = 'Is this name Laurel’s, and is the app running ("docker compose ps")?';
  return bad(`${url.origin}${path} answers ${seen.status}`, advice);
};

/** Checks that PUBLIC_URL is reachable over TLS. @param ca as in {@link checkAddress} */
export const checkPublicUrl = async (config: Config, now: Date, ca?: string): Promise<Finding> => {
  const address = config.PUBLIC_URL;
  if (address === undefined) return skipped('no PUBLIC_URL');
  const url = new URL(address);
  if (url.protocol === 'https:') return checkAddress(url, REACHED_PATH, now, ca);
  if (!config.production) return skipped('no TLS in development');
  return bad(`${address} is not https`, 'Set PUBLIC_URL to https://… : passwords and codes travel over it.');
};
