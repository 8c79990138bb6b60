import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedBinDir } from '@laurel/database/embedded-binaries';
import { freePort } from '@laurel/database/free-port';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onServer, readProgress } from './server.ts';
import { createCluster, makeStandby, type Server, startAt, urlAt } from './testing/postgres.ts';
import { createWatch } from './watch.ts';

const START = new Date('2026-12-01T20:00:00Z');
const later = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);

let dir: string;
let primary: Server;
let standby: Server;
let standbyUrl: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-watch-standby-'));
  chmodSync(dir, 0o711);
  mkdirSync(join(dir, 'spool'));
  const [port, standbyPort] = [await freePort(), await freePort()];
  standbyUrl = urlAt(standbyPort);
  createCluster(embeddedBinDir(), join(dir, 'data'));
  makeStandby(join(dir, 'data'), join(dir, 'standby'), port);
  primary = await startAt(embeddedBinDir(), join(dir, 'data'), port);
  standby = await startAt(embeddedBinDir(), join(dir, 'standby'), standbyPort, true);
});
afterAll(async () => {
  await standby.stop();
  await primary.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('the log of a standby is complete up to the time at which it last heard from its primary', async () => {
  const spoolDir = join(dir, 'spool');
  const logger = pino({ level: 'silent' });
  const watch = createWatch({ databaseUrl: standbyUrl, cluster: '7', spoolDir, before: undefined, logger });
  const shipped = 2n ** 62n;
  const silentMs = async () => (await onServer(standbyUrl, readProgress)).silentMs;
  await expect.poll(silentMs).toBeGreaterThanOrEqual(0);
  await primary.query('CREATE TABLE note (text text)');
  const asked = performance.now();
  const silentBefore = (await silentMs()) ?? Number.NaN;
  await watch.poll(START);
  const mostMs = silentBefore + performance.now() - asked;
  const followed = watch.completeAt(START, shipped);
  expect(followed.getTime()).toBeLessThanOrEqual(START.getTime());
  expect(followed.getTime()).toBeGreaterThanOrEqual(Math.floor(START.getTime() - mostMs));

  await primary.stop();
  await expect.poll(silentMs).toBeNull();
  await watch.poll(later(600));
  expect(watch.completeAt(later(600), shipped)).toEqual(followed);
  await watch.close();
});
