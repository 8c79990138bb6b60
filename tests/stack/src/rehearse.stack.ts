import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { onConnection } from '@laurel/support/connection';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeVoters, readCategories } from './crowd.ts';
import { docker, tryRun } from './docker.ts';
import { useDeployment } from './hooks.ts';

const AUDIENCE = '300';
/** The numbers of a verdict that depend on how fast this machine is. */
const SPEED = /within$|processors busy|votes taken|free memory|was killed/;

const verdictSchema = z.object({
  go: z.boolean(),
  rows: z.array(z.object({ what: z.string(), measured: z.string(), need: z.string(), ok: z.boolean() })),
  reasons: z.array(z.string()),
});

const deployment = useDeployment(2);

const rehearse = (...argv: string[]) =>
  tryRun('deploy/laurel', ['rehearse', '--audience', AUDIENCE, ...argv], { cwd: deployment.folder });

/** Runs a command of the shell on a terminal, and answers its question. */
const onTerminal = async (command: string, { question, answer }: { question: string; answer: string }) => {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: deployment.folder,
  });
  let output = '';
  let answered = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (answered || !output.includes(question)) return;
    answered = true;
    child.stdin.write(`${answer}\n`);
  });
  const [code] = await once(child, 'close');
  return { code, output };
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** The containers, volumes and networks with the label of a project. */
const partsOf = async (name: string) => {
  const label = ['--filter', `label=com.docker.compose.project=${name}`, '-q'];
  return {
    containers: lines(await docker(['ps', '-a', '--no-trunc', ...label])).sort(),
    volumes: lines(await docker(['volume', 'ls', ...label])).sort(),
    networks: lines(await docker(['network', 'ls', '--no-trunc', ...label])).sort(),
  };
};

/** What the real processes write by themselves meanwhile: their signs of life, the console's figures, and the public log. */
const OWN_WRITES = /^(processes|activity|all_log_(checkpoints|items|results|tiles)$)/;

/** A digest of every table of the real database. */
const tablesNow = async (): Promise<Record<string, string>> =>
  onConnection(await deployment.databaseUrl(), async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name } of tables.filter((each) => !OWN_WRITES.test(each.name))) {
      const sql = `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest FROM "${name}" t`;
      digests[name] = (await client.query<{ digest: string }>(sql)).rows[0]?.digest ?? '';
    }
    return digests;
  });

/** Everything that a rehearsal must not touch. */
const realNow = async () => {
  const { outside, project } = deployment;
  const { containers, ...rest } = await partsOf(project);
  const format = '{{.Id}} {{.State.StartedAt}} {{.RestartCount}}';
  return {
    started: lines(await docker(['inspect', '--format', format, ...containers])).sort(),
    ...rest,
    tables: await tablesNow(),
    files: readdirSync(deployment.folder).sort(),
    mails: outside.mail.received.length,
    texts: outside.sms.received.length,
    messages: outside.telegramCalls.filter((name) => name === 'sendMessage').length,
  };
};

describe('while people vote', () => {
  it('refuses, and starts nothing', async () => {
    const { code, output } = await rehearse();
    expect([code, output]).toEqual([2, expect.stringContaining('People vote now.')]);
  });

  it('on a terminal, it asks for the private key without showing it, and draws its progress as a bar', async () => {
    const key = deployment.secret('backup_identity');
    const file = join(deployment.folder, 'secrets/backup_identity');
    renameSync(file, `${file}.away`);
    try {
      const { code, output } = await onTerminal(`deploy/laurel rehearse --audience ${AUDIENCE}`, {
        question: 'it is not shown): ',
        answer: key,
      });
      expect([code, output]).toEqual([2, expect.stringContaining('People vote now.')]);
      expect(output).toContain(`[${'.'.repeat(30)}] checking the real deployment`);
      expect(output).toMatch(/AGE-SECRET-KEY-1…/);
      expect(output).not.toContain(key);
    } finally {
      renameSync(`${file}.away`, file);
    }
  });
});

describe('beside a deployment with marked voters and votes', () => {
  let before: Awaited<ReturnType<typeof realNow>>;
  beforeAll(async () => {
    const [category] = await readCategories(deployment);
    const voters = await makeVoters(deployment, 20);
    for (const { token } of voters) {
      const answer = await fetch(`${deployment.origin}/api/vote`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(category?.[0]),
      });
      expect(answer.status).toBe(201);
    }
    const ended = ['phase', 'set', '--closes', 'now', '--reason', 'the test', '--yes'];
    const { code, output } = await tryRun('deploy/laurel', ended, { cwd: deployment.folder });
    expect([code, output]).toEqual([0, expect.any(String)]);
  });
  beforeEach(async () => {
    before = await realNow();
  });
  afterEach(async () => {
    expect(await partsOf(`${deployment.project}-rehearsal`)).toEqual({ containers: [], volumes: [], networks: [] });
    expect(await realNow()).toEqual(before);
  });

  it('measures every number, loses no vote, restores the backup, and leaves nothing behind', async () => {
    const { code, output } = await rehearse('--minutes', '1', '--json');
    const verdict = verdictSchema.parse(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));
    const rows = verdict.rows.map(({ what, measured, need }) => `${what}: ${measured} (${need})`);
    console.log([...rows, ...verdict.reasons].join('\n'));
    expect(verdict.rows.filter(({ ok, what }) => !ok && !SPEED.test(what))).toEqual([]);
    expect(verdict.reasons).toHaveLength(verdict.rows.filter(({ ok }) => !ok).length);
    expect(code).toBe(verdict.go ? 0 : 1);
    const measured = Object.fromEntries(verdict.rows.map((row) => [row.what, row.measured]));
    expect(measured).toMatchObject({
      'voters signed up by every channel': '6 of 6',
      'acknowledged votes lost': '0',
      'votes restored': '20 of 20',
      'credentials, mail': expect.stringContaining('takes our mail'),
      'credentials, telegram': expect.stringContaining('administrator'),
    });
    expect(verdict.rows.filter(({ measured: each }) => each === 'votes were not taken again')).toEqual([]);
    const killed = verdict.rows.filter(({ what }) => what.includes('was killed'));
    expect(killed.map(({ what }) => what.replace(/,.*/, ''))).toEqual(
      ['one app', 'app', 'postgres', 'caddy'].map((each) => `no vote taken after ${each} was killed`),
    );
  });

  it('says no-go before it starts anything if the machine is too small', async () => {
    const { code, output } = await tryRun('deploy/laurel', ['rehearse', '--audience', '100000000'], {
      cwd: deployment.folder,
    });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/NO-GO:\n {2}- free memory before the start: .* MB, needed/),
    ]);
  });

  it('runs on networks that lead nowhere and publishes no port, and removes everything after Ctrl-C', async () => {
    const child = spawn(
      join(deployment.folder, 'deploy/laurel'),
      ['rehearse', '--audience', AUDIENCE, '--minutes', '1'],
      {
        cwd: deployment.folder,
        detached: true,
        stdio: 'ignore',
      },
    );
    const ended = once(child, 'exit');
    await expect
      .poll(async () => (await partsOf(`${deployment.project}-rehearsal`)).containers.length)
      .toBeGreaterThan(3);
    const { containers, networks } = await partsOf(`${deployment.project}-rehearsal`);
    const internal = await docker(['network', 'inspect', '--format', '{{.Internal}}', ...networks]);
    expect(new Set(lines(internal))).toEqual(new Set(['true']));
    const ports = await docker(['inspect', '--format', '{{json .HostConfig.PortBindings}}', ...containers]);
    expect(new Set(lines(ports))).toEqual(new Set(['{}']));
    const mounts = await docker(['inspect', '--format', '{{range .Mounts}}{{.Source}} {{end}}', ...containers]);
    expect(mounts).not.toContain(`${deployment.folder}/secrets`);
    expect(mounts).not.toContain(`${deployment.project}_`);
    // A terminal sends it to every process of the group.
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect(await ended).toEqual([130, null]);
  });
});
