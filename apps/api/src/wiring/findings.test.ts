import { tmpdir } from 'node:os';
import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { wireFindings } from './findings.ts';

it('shows each check that could not be run as a problem', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() });
  const findings = wireFindings({ pool, clock: systemClock, config, logger: pino({ level: 'silent' }) });
  const failed = { state: 'bad', detail: 'it could not be run', advice: expect.stringContaining('laurel doctor') };
  expect(await findings()).toEqual(['guards', 'queue', 'webhooks'].map((check) => ({ check, ...failed })));
  await pool.end();
});
