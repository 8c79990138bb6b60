import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_COMMANDS } from '@laurel/api/cli/commands';
import { beforeAll, describe, expect, it } from 'vitest';
import { tryRun } from './docker.ts';
import { useDeployment } from './hooks.ts';

const LOG_KEY = 'awards.example/log/2026+3e6f702a+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs';

const deployment = useDeployment(1);
beforeAll(async () => {
  // The witness needs the key of a log, here of one that does not exist, and nothing else of the deployment.
  deployment.set({ WITNESS_LOGS: LOG_KEY, WITNESS_ADDRESS: '127.0.0.1:0' });
  await deployment.compose('--profile', 'witness', 'up', '-d', '--wait', '--no-build', 'witness');
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
const REASON = ['--reason', 'a test of the containers'];
/** The arguments and the exit code of each command; by default none and 0. `secret` is its standard input. */
const RUNS: Readonly<Record<string, { argv: readonly string[]; code?: number; secret?: string }>> = {
  // It does not overwrite a deployment.
  setup: { argv: ['--yes'], code: 2 },
  'phase set': { argv: ['--closes', '2099-01-01T00:00Z', ...REASON, '--dry-run'] },
  'votes export': { argv: [...REASON] },
  // Calls of the console: one that reads, and one that changes what does not exist.
  'voters unlock': { argv: [NOBODY, ...REASON], code: 2 },
  'team invite': { argv: ['Olena', '--role', 'owner'] },
  // The edition names no auditors.
  'audit bundle': { argv: [], code: 2 },
  'edition check': { argv: ['edition'] },
  'edition diff': { argv: ['/edition'] },
  'edition import': { argv: ['/edition', '--dry-run'] },
  'secrets rotate': { argv: ['jwt'] },
  'secrets forget': { argv: ['jwt', '--yes'] },
  'backup ship': { argv: ['--json'] },
  'backup create': { argv: ['--dry-run'] },
  'backup drill': { argv: ['--identity', '-'], secret: 'backup_identity' },
  'backup keys rotate': { argv: ['signing', '--dry-run'] },
  'backup keys forget': { argv: ['signing', '--yes', '--dry-run'] },
  // rehearse.stack.ts rehearses.
  rehearse: { argv: ['--audience', 'many'], code: 2 },
  'witness key': { argv: ['--state', '/witness/state'] },
  'backup restore': { argv: ['--to', '/spool/restored', '--dry-run'] },
};
/** Commands that run as a service. */
const SERVICE_ITSELF = new Set(['backup run', 'witness run']);

/** The signs of an unhandled error, which no command may print. */
const STACK = /^\s+at |node:internal|reference:/m;

describe('every documented command', () => {
  it.each(
    [...Object.keys(HOST_COMMANDS), 'exclusions list', 'voters unlock', 'edition show'].filter(
      (name) => !SERVICE_ITSELF.has(name),
    ),
  )('laurel %s runs in its container, by deploy/laurel', async (name) => {
    const { argv, code = 0, secret } = RUNS[name] ?? { argv: [] };
    const input = secret === undefined ? '' : deployment.secret(secret);
    const ran = await tryRun('deploy/laurel', [...name.split(' '), ...argv], { cwd: deployment.folder, input });
    expect(ran.output).not.toMatch(STACK);
    expect([name, ran.code, ran.code === code ? '' : ran.output]).toEqual([name, code, '']);
  });

  it('is in the audit log with the name of the shell’s user, also from the container of setup', async () => {
    const { output } = await tryRun('deploy/laurel', ['audit', 'show', '--json'], { cwd: deployment.folder });
    const { entries }: { entries: { person: string; action: string }[] } = JSON.parse(
      output.slice(output.indexOf('{')),
    );
    const who = (await tryRun('id', ['-un'])).output.trim();
    for (const action of ['secrets.announce', 'votes.export']) {
      expect(entries).toContainEqual(expect.objectContaining({ person: who, action }));
    }
  });

  it('of a witness keeps the key in its volume when the container is replaced', async () => {
    const key = async (): Promise<string> =>
      (
        await deployment.compose('exec', '-T', 'witness', 'laurel', 'witness', 'key', '--state', '/witness/state')
      ).trim();
    const before = await key();
    await deployment.compose('--profile', 'witness', 'up', '-d', '--wait', '--no-build', '--force-recreate', 'witness');
    expect(before).toMatch(/^witness-[0-9a-f]{8}\+/);
    expect(await key()).toBe(before);
  });

  it('takes a list of accounts from the host, and writes the files of the log into a folder of the host', async () => {
    const { folder } = deployment;
    const propose = ['exclusions', 'rehearse', '--accounts', '-'];
    const listed = await tryRun('deploy/laurel', propose, { cwd: folder, input: `${NOBODY}\n` });
    // It was read: nobody has this account.
    expect([listed.code, listed.output]).toEqual([2, expect.not.stringContaining('the file')]);
    // As in docs/cli.md.
    const out = join(folder, 'log');
    mkdirSync(out);
    chmodSync(out, 0o777);
    const exported = ['laurel', 'log', 'export', '--out', '/out/2026'];
    await deployment.compose('run', '--rm', '--no-deps', '-T', '-v', `${out}:/out`, 'app', ...exported);
    expect(readdirSync(join(out, '2026'))).toContain('checkpoint');
  });

  it('reports the problem while the services are stopped', async () => {
    await deployment.compose('stop', '--timeout', '5', 'app', 'backup');
    const away = await tryRun('deploy/laurel', ['doctor'], { cwd: deployment.folder });
    expect(away.output).toMatch(/ok +database/);
    // It sees the volume with the checkpoint that was shown.
    expect(away.output).not.toContain('not compared');
    await deployment.compose('stop', '--timeout', '5', 'postgres');
    for (const name of ['doctor', 'secrets rotate jwt', 'edition check edition']) {
      const ran = await tryRun('deploy/laurel', name.split(' '), { cwd: deployment.folder });
      expect(ran.output).not.toMatch(STACK);
      expect(ran.output).toMatch(/postgres|audit log|is valid/);
    }
  });
});
