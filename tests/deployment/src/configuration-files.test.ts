import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createStubbed } from './stub-engine.ts';

const UPGRADE = ['deploy/upgrade.sh', '1.5.0'] as const;
const RESTART = ['deploy/restart.sh'] as const;
const FILES = [
  ['caddy', 'deploy/caddy/Caddyfile', '/config/Caddyfile.loaded'],
  ['haproxy', 'deploy/cluster/haproxy/laurel.cfg', '/etc/haproxy/laurel.cfg'],
  ['pgbouncer', 'deploy/cluster/pgbouncer.ini', '/etc/laurel/pgbouncer.ini'],
  ['pgbouncer', 'deploy/pgbouncer/settings.ini', '/etc/laurel/settings.ini'],
  ['prometheus', 'deploy/monitoring/prometheus.yml', '/etc/prometheus/prometheus.yml'],
  ['prometheus', 'deploy/monitoring/rules.yml', '/etc/prometheus/rules.yml'],
] as const;

let stubbed: ReturnType<typeof createStubbed>;
beforeEach(() => {
  stubbed = createStubbed();
  for (const [service, file, inside] of FILES) stubbed.runs(service, inside, repositoryFile(file));
});
afterEach(() => stubbed.remove());

const change = (file: string): void => writeFileSync(join(stubbed.folder, file), 'changed\n');
/** The services that are replaced, and are not the app. */
const replaced = (): string[] =>
  stubbed.calls().flatMap((call) => /--force-recreate (.*)$/.exec(call)?.[1]?.split(' ') ?? []);

describe.each([[UPGRADE], [RESTART]])('%s', ([script, ...args]) => {
  it('replaces no container whose files have not changed', async () => {
    expect((await stubbed.run(script, ...args)).code).toBe(0);
    expect(replaced()).toEqual([]);
  });

  // This test failed: Caddy went on with what it had read at its start.
  it.each(FILES)('replaces %s if %s has changed', async (service, file) => {
    change(file);
    expect((await stubbed.run(script, ...args)).code).toBe(0);
    expect(replaced()).toEqual([service]);
  });

  it('leaves what does not run alone', async () => {
    const { run, remove, calls } = createStubbed();
    expect((await run(script, ...args)).code).toBe(0);
    expect(calls().filter((call) => /--force-recreate.*(caddy|haproxy)/.test(call))).toEqual([]);
    remove();
  });

  it('changes nothing if Caddy refuses the new Caddyfile', async () => {
    change('deploy/caddy/Caddyfile');
    stubbed.fail('caddy validate', 'Error: adapting config using caddyfile: Caddyfile:1: unrecognized directive');
    const { code, output } = await stubbed.run(script, ...args);
    expect([code, output]).toEqual([1, expect.stringContaining('Caddy can not start with its Caddyfile')]);
    expect(output).toContain('unrecognized directive');
    expect([stubbed.copies(), replaced(), stubbed.left()]).toEqual([['copy-a', 'copy-b'], [], []]);
    expect(readFileSync(join(stubbed.folder, '.env'), 'utf8')).toBe('LAUREL_VERSION=1.4.0\n');
    expect(stubbed.calls().filter((call) => call.includes('migrate'))).toEqual([]);
  });
});

it('each file is mounted where deploy/copies.sh looks for it', () => {
  const mounts = repositoryFile('docker-compose.yml') + repositoryFile('deploy/cluster/compose.yml');
  for (const [service, file, inside] of FILES) {
    if (service !== 'caddy') expect(mounts).toContain(`./${file}:${inside}:ro`);
  }
});

it('the start of Caddy keeps a copy of the configuration that it loads', () => {
  const schema = z.object({
    services: z.object({ caddy: z.object({ command: z.tuple([z.string(), z.string(), z.string()]) }) }),
  });
  const { command } = schema.parse(parse(repositoryFile('docker-compose.yml'), { merge: true })).services.caddy;
  const { folder } = stubbed;
  for (const name of ['config', 'bin']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin/caddy'), '#!/bin/sh\necho "$@"\n');
  chmodSync(join(folder, 'bin/caddy'), 0o755);
  const here = command[2]
    .replaceAll('/etc/caddy', inRepository('deploy/caddy'))
    .replaceAll('/config/', `${folder}/config/`);
  for (const _start of ['first', 'second']) {
    const { status, stdout } = spawnSync(command[0], [command[1], here], {
      env: { PATH: `${folder}/bin:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^run --config \S+ --adapter caddyfile\n$/)]);
    expect(readFileSync(join(folder, 'config/Caddyfile.loaded'), 'utf8')).toBe(
      repositoryFile('deploy/caddy/Caddyfile'),
    );
    chmodSync(join(folder, 'config/Caddyfile.loaded'), 0o444);
  }
});
