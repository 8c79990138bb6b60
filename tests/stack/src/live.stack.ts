import { setTimeout as sleep } from 'node:timers/promises';
import { walk } from '@laurel/e2e/journey/journey';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMAGE } from './deployment.ts';
import { docker, tryDocker } from './docker.ts';
import { useDeployment } from './hooks.ts';

/** The memory limit of all containers at rest. */
const MEMORY_LIMIT_MB = 600;

const deployment = useDeployment(1);

const inspect = async (service: string, format: string): Promise<string> => {
  const [id = ''] = await deployment.containers(service);
  return (await docker(['inspect', '--format', format, id])).trim();
};

/** Whether this Caddy is 2.11.2 or newer, as docs/self-hosting.md requires. */
const caddyKeepsBodies = async (): Promise<boolean> => {
  const told = await deployment.compose('exec', '-T', 'caddy', 'caddy', 'version');
  const [, major = 0, minor = 0, patch = 0] = /(\d+)\.(\d+)\.(\d+)/.exec(told)?.map(Number) ?? [];
  return major > 2 || (major === 2 && (minor > 11 || (minor === 11 && patch >= 2)));
};

describe('a folder made by laurel setup, and docker compose up', () => {
  it('tests its providers before it writes files, and names the files to keep elsewhere', () => {
    const { outside } = deployment;
    expect(outside.mail.received.map(({ recipients }) => recipients)).toEqual([['organiser@example.org']]);
    expect(outside.sms.received.map(({ to }) => to)).toEqual(['+380671112233']);
    expect(deployment.printed).toContain('backup_identity');
  });

  it('is healthy, in little memory', async () => {
    const ids = (await deployment.compose('ps', '-q')).trim().split('\n');
    const stats = await docker(['stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}', ...ids]);
    const used = stats.split('\n').flatMap((line) => {
      const [, name, size = '', unit = ''] = /^(\S+) ([\d.]+)(\w+)/.exec(line) ?? [];
      if (name === undefined) return [];
      return [{ name: name.split('-').at(-2), mb: Number(size) * (unit === 'GiB' ? 1024 : 1) }];
    });
    const all = used.reduce((sum, { mb }) => sum + mb, 0);
    console.log(`healthy after ${(deployment.startedInMs / 1000).toFixed(1)} s; ${Math.round(all)} MB`, used);
    expect(all).toBeLessThan(MEMORY_LIMIT_MB);
    expect(used.map(({ name }) => name).sort()).toEqual(['app', 'backup', 'caddy', 'postgres']);
  });

  it('takes a voter through the whole journey over TLS, with real mails, text messages and Telegram', async () => {
    const steps: string[] = [];
    await walk(deployment.origin, (step) => steps.push(step), deployment.outside);
    expect(steps).toContain('percentages moved');
    expect(steps.at(-1)).toBe('logged out');
  });

  it('passes laurel doctor', async () => {
    const findings = await deployment.doctor();
    const wrong = findings.filter(({ ok }) => !ok);
    expect(wrong).toEqual([]);
    expect(findings.length).toBeGreaterThan(15);
  });

  it('redirects to https, compresses and offers HTTP/3', async () => {
    const plain = await fetch(`http://localhost:${deployment.ports.http}/`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://localhost/']);
    const page = await fetch(deployment.origin, { headers: { 'accept-encoding': 'gzip' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-encoding')).toBe('gzip');
    expect(page.headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    expect(page.headers.get('alt-svc')).toMatch(/h3=/);
    expect(page.headers.get('server')).toBeNull();
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
    for (const path of ['/readyz', '/livez', '/metrics', '/dev/inbox']) {
      expect([path, (await fetch(`${deployment.origin}${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('trusts only Caddy for the client’s address', async () => {
    const asked = await fetch(`${deployment.origin}/api/client-ip`, {
      headers: { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.2', 'x-real-ip': '192.0.2.3' },
    });
    expect(await asked.text()).not.toContain('192.0.2.');
  });
});

describe('the containers', () => {
  it('are reachable only through Caddy', async () => {
    for (const service of ['app', 'postgres', 'backup']) {
      expect(await inspect(service, '{{json .NetworkSettings.Ports}}'), service).not.toContain('HostPort');
      expect([service, await inspect(service, '{{json .HostConfig.PortBindings}}')]).toEqual([service, '{}']);
    }
    const project = await inspect('app', '{{index .Config.Labels "com.docker.compose.project"}}');
    const closed = await docker(['network', 'inspect', '--format', '{{.Internal}}', `${project}_data`]);
    expect(closed.trim()).toBe('true');
    expect(await inspect('postgres', '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}')).toBe(
      `${project}_data`,
    );
  });

  it('have only the rights that they need', async () => {
    for (const service of ['app', 'caddy', 'postgres', 'backup']) {
      const told = await inspect(
        service,
        '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}',
      );
      expect([service, told]).toEqual([service, 'true [ALL] [no-new-privileges:true]']);
      expect(
        await inspect(service, '{{.HostConfig.RestartPolicy.Name}} {{index .HostConfig.LogConfig.Config "max-size"}}'),
      ).toBe('unless-stopped 10m');
      expect(Number(await inspect(service, '{{.HostConfig.Memory}}'))).toBeGreaterThan(0);
    }
    const script = "require('fs').writeFileSync('/app/x', ''); ";
    const { code, output } = await deployment.tryCompose('exec', '-T', 'app', 'node', '-e', script);
    expect(code).not.toBe(0);
    expect(output).toContain('EROFS');
    const who = await deployment.compose('exec', '-T', 'app', 'node', '-p', 'process.getuid()');
    expect(who.trim()).toBe('1000');
  });

  it('use a small image with labels and without a shell', async () => {
    const image = await inspect('app', '{{.Image}}');
    const labels = await docker(['image', 'inspect', '--format', '{{json .Config.Labels}}', image]);
    expect(JSON.parse(labels)).toMatchObject({
      'org.opencontainers.image.title': 'Laurel',
      'org.opencontainers.image.licenses': 'AGPL-3.0-only',
    });
    expect((await tryDocker(['run', '--rm', '--entrypoint', '/bin/sh', image])).code).not.toBe(0);
    const bytes = Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image]));
    console.log(`image: ${Math.round(bytes / 1e6)} MB`);
    expect(bytes).toBeLessThan(250e6);
    const backup = Number(
      await docker(['image', 'inspect', '--format', '{{.Size}}', await inspect('backup', '{{.Image}}')]),
    );
    console.log(`image of the backup: ${Math.round(backup / 1e6)} MB`);
    expect(backup).toBeLessThan(400e6);
  });

  it('have no secret in their environment, their arguments or their logs', async () => {
    const logs = await deployment.compose('logs', '--no-color');
    const seen = [logs];
    for (const service of ['app', 'caddy', 'postgres', 'backup']) seen.push(await inspect(service, '{{json .Config}}'));
    for (const name of [
      'jwt_secret',
      'data_key',
      'log_key',
      'postgres_password',
      'telegram_bot_token',
      'sms_webhook_secret',
    ]) {
      expect(
        seen.filter((text) => text.includes(deployment.secret(name))),
        name,
      ).toEqual([]);
    }
  });
});

describe('without an app', () => {
  beforeAll(() => deployment.compose('stop', 'app'));
  afterAll(() => deployment.up());

  it('a visitor gets a page that says when to come back', async () => {
    const page = await fetch(deployment.origin);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await page.text()).toContain('Скоро повернемося');
  });

  it('Caddy holds a request until a copy starts, and forwards it unchanged', async () => {
    const project = await inspect('caddy', '{{index .Config.Labels "com.docker.compose.project"}}');
    const echo = `require('http').createServer((question, answer) => question.pipe(answer)).listen(8080)`;
    const network = ['--network', `${project}_edge`, '--network-alias', 'app'];
    const id = await docker(['create', ...network, `${IMAGE.name}:${IMAGE.version}`, 'node', '-e', echo]);
    try {
      const body = JSON.stringify({ sent: 'while no copy was there' });
      const headers = { 'content-type': 'application/json' };
      const answer = fetch(`${deployment.origin}/api/vote`, { method: 'POST', headers, body });
      // Real time: Caddy tells nobody that it has tried to connect. By then it was refused.
      await sleep(1_000);
      await docker(['start', id.trim()]);
      const text = await (await answer).text();
      // With Caddy 2.11.2 or newer; an older one responds that nothing was recorded.
      if (await caddyKeepsBodies()) expect(text).toBe(body);
      else expect(JSON.parse(text)).toMatchObject({ success: false, code: 'server.unavailable' });
    } finally {
      await docker(['rm', '--force', id.trim()]);
    }
  });
});

describe('backups', () => {
  const laurel = (...argv: string[]) => deployment.exec('backup', ['laurel', 'backup', ...argv]);
  /** Runs a command with the private key on its standard input, like an organiser. */
  const withKey = (...argv: string[]) =>
    deployment.exec('backup', ['laurel', 'backup', ...argv, '--identity', '-'], deployment.secret('backup_identity'));

  /** The JSON output, after the progress. */
  const answerIn = (output: string) => JSON.parse(output.slice(output.indexOf('{')));

  it('contain every acknowledged vote, as a drill shows; the audit log records the drill', async () => {
    const drilled = await withKey('drill', '--json');
    expect([drilled.code, answerIn(drilled.output)]).toMatchObject([
      0,
      { ok: true, acknowledgedVotes: 1, restoredVotes: 1, lostVotes: 0, recorded: true },
    ]);
    const audit = await deployment.compose('exec', '-T', 'app', 'laurel', 'audit', 'show', '--json');
    expect(audit).toContain('backup.drill');
  });

  it('are signed, and verified without the private key; status shows a new base backup', async () => {
    const created = await laurel('create', '--json');
    expect([created.code, created.code === 0 ? '' : created.output]).toEqual([0, '']);
    const { id } = answerIn(created.output);
    const status = await laurel('status', '--json');
    expect(JSON.parse(status.output).state.lastBase.id).toBe(id);
    const verified = await withKey('verify');
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('Read and in order')]);
    const unopened = await laurel('verify');
    expect([unopened.code, unopened.output]).toEqual([0, expect.stringContaining('Signatures and digests')]);
  });

  it('need the private key for a restore, and a time within the log', async () => {
    const asked = await laurel('drill');
    expect([asked.code, asked.output]).toEqual([1, expect.stringContaining('--identity')]);
    const late = new Date(Date.now() + 3_600_000).toISOString();
    const refused = await laurel('restore', '--to', '/spool/restored', '--at', late, '--dry-run');
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is after the end of the log')]);
    const restored = await withKey('restore', '--to', '/spool/restored', '--json');
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('"finished": true')]);
  });

  it('connect with a role that is no superuser, and do not have the private key', async () => {
    const asked = await deployment.compose(
      ...['exec', '-T', 'postgres', 'psql', '-U', 'laurel', '-At', 'laurel', '-c'],
      "SELECT DISTINCT usename FROM pg_stat_activity WHERE application_name LIKE 'laurel_backup%' OR application_name = 'laurel backup'",
    );
    expect(asked.trim()).toBe('laurel_backup');
    const list = `fs.readdirSync('/run/secrets').join()`;
    const mounted = await deployment.compose('exec', '-T', 'backup', 'node', '-p', list);
    expect(mounted).toContain('backup_recipient');
    expect(mounted).not.toMatch(/backup_identity|migrate/);
  });

  it('report an older state of the store, and a changed base backup', async () => {
    const inStore = (script: string) =>
      deployment.compose('run', '--rm', '-T', '--no-deps', 'backup', 'sh', '-euc', script);
    await inStore('cp /backups/*/head.signed /spool/head');
    // The last head is written when the service stops.
    await deployment.compose('stop', 'backup');
    await inStore('cat /spool/head > "$(echo /backups/*/head.signed)"');
    const back = await deployment.tryCompose(
      ...['run', '--rm', '-T', '--no-deps', 'backup', 'laurel', 'backup', 'verify'],
    );
    expect([back.code, back.output]).toEqual([1, expect.stringContaining('put back to an older state')]);
    await deployment.compose('start', 'backup');
    await expect.poll(async () => (await laurel('status')).output).toContain('put back to an older state');
    await inStore('for f in /backups/*/base/*/base.tar.gz.age; do printf x >> "$f"; done');
    const changed = await laurel('verify');
    expect([changed.code, changed.output]).toEqual([1, expect.stringContaining('is not what was signed')]);
  });
});
