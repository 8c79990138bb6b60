import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '@laurel/support/repository';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createStubbed } from './stub-engine.ts';

let stubbed: ReturnType<typeof createStubbed>;
beforeEach(() => {
  stubbed = createStubbed();
});
afterEach(() => stubbed.remove());

const rehearse = () => stubbed.run('deploy/rehearse.sh', '--audience', '300', '--identity', '-');
/** What an earlier rehearsal left. */
const leave = (pid: number | string): void => {
  mkdirSync(join(stubbed.folder, 'rehearsal'));
  writeFileSync(join(stubbed.folder, 'rehearsal/.laurel-rehearsal'), '');
  writeFileSync(join(stubbed.folder, 'rehearsal/pid'), `${pid}\n`);
};
const GOES_ON = [2, expect.stringContaining('People vote now.')];

describe('deploy/rehearse.sh, after another rehearsal', () => {
  // This test failed: after a restart of the machine another program had the id, and every rehearsal was refused.
  it.each([
    ['was killed', 4_194_999],
    ['was killed before the machine was restarted', process.pid],
    ['was killed before it wrote its process id', ''],
  ])('that %s, removes what it left', async (_when, pid) => {
    leave(pid);
    const { code, output } = await rehearse();
    expect([code, output]).toEqual(GOES_ON);
    expect(stubbed.left()).toEqual([]);
  });

  it('that was killed before its first file, goes on', async () => {
    mkdirSync(join(stubbed.folder, 'rehearsal'));
    expect(await rehearse()).toEqual({ code: 2, output: GOES_ON[1] });
    expect(stubbed.left()).toEqual([]);
  });

  it('removes its containers and volumes, by the labels of this folder', async () => {
    leave('');
    const folder = join(stubbed.folder, 'rehearsal');
    stubbed.answer('ps -a *', folder);
    stubbed.answer('volume ls --filter *', folder);
    stubbed.answer(`ps -aq *working_dir=${folder}`, 'container-of-it');
    stubbed.answer(`volume ls -q *laurel.rehearsal=${folder}`, 'volume-of-it');
    await rehearse();
    expect(stubbed.calls()).toEqual(
      expect.arrayContaining(['rm --force --volumes container-of-it', 'volume rm --force volume-of-it']),
    );
    expect(stubbed.left()).toEqual([]);
  });

  it('that still runs, refuses, and names the process', async () => {
    const script = join(stubbed.folder, 'rehearse.sh');
    writeFileSync(script, '#!/bin/sh\nread -r line\n');
    chmodSync(script, 0o755);
    const running = spawn(script, [], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(running, 'spawn');
    leave(running.pid ?? 0);
    const { code, output } = await rehearse();
    expect([code, output]).toEqual([2, expect.stringContaining(`as process ${running.pid}.`)]);
    expect(output).toContain(`kill ${running.pid}`);
    expect(existsSync(join(stubbed.folder, 'rehearsal/pid'))).toBe(true);
    const ended = once(running, 'exit');
    running.stdin.end();
    await ended;
  });
});

describe('deploy/rehearse.sh --minutes', () => {
  it.each(['0', '007', '121', '1200', '5x', ''])('refuses %j before it does anything', async (minutes) => {
    const { code, output } = await stubbed.run('deploy/rehearse.sh', '--audience', '300', '--minutes', minutes);
    expect([code, output]).toEqual([2, expect.stringContaining('a whole number from 1 to 120')]);
    expect(stubbed.calls()).toEqual([]);
  });

  it.each(['1', '99', '120'])('takes %j', async (minutes) => {
    const { output } = await stubbed.run(
      'deploy/rehearse.sh',
      '--audience',
      '300',
      '--minutes',
      minutes,
      '--identity',
      '-',
    );
    expect(output).toContain('People vote now.');
  });
});

describe('deploy/rehearse.sh, where something else has its names', () => {
  /** What the engine was asked to remove. */
  const removals = (): string[] => stubbed.calls().filter((call) => /(^| )rm /.test(call));

  // This test failed: the quotes became part of the name.
  it('looks for the names of a project that Compose quotes', async () => {
    stubbed.answer('compose config', 'name: "2026"');
    stubbed.answer('ps -a *', '/srv/other');
    expect((await rehearse()).output).toContain('Another deployment has the name 2026-rehearsal, ');
    expect(stubbed.calls().find((call) => call.startsWith('ps -a '))).toContain(
      '--filter label=com.docker.compose.project=2026-rehearsal ',
    );
  });

  // This test failed: the organiser's folder was deleted.
  it('leaves a folder that no rehearsal made, and does nothing', async () => {
    const file = join(stubbed.folder, 'rehearsal/programme.txt');
    mkdirSync(join(stubbed.folder, 'rehearsal'));
    writeFileSync(file, 'The order of the evening');
    const { code, output } = await rehearse();
    expect([code, output]).toEqual([2, expect.stringContaining('was not made by a rehearsal')]);
    expect(readFileSync(file, 'utf8')).toBe('The order of the evening');
    expect(removals()).toEqual([]);
  });

  // This test failed: the containers and the volumes of the other deployment were removed.
  it.each([
    ['container of a deployment in another folder', 'ps -a *', '/srv/other'],
    ['container without a folder', 'ps -a *', ''],
    ['volume of another deployment', 'volume ls --filter *', ''],
  ])('leaves a %s, and does nothing', async (_what, call, folder) => {
    stubbed.answer(call, folder);
    stubbed.answer('ps -aq *', 'theirs');
    stubbed.answer('volume ls -q *', 'theirs');
    const { code, output } = await rehearse();
    expect([code, output]).toEqual([
      2,
      expect.stringContaining('Another deployment has the name laurel-rehearsal, which a rehearsal would remove.'),
    ]);
    expect([removals(), stubbed.left()]).toEqual([[], []]);
  });
});

it('deploy/rehearsal.yml labels every volume that the script may remove', () => {
  const volumesOf = (path: string): Record<string, unknown> => {
    const tag = { tag: '!reset', resolve: (value: unknown) => value };
    const parsed: unknown = parse(readFileSync(inRepository(path), 'utf8'), {
      merge: true,
      customTags: [tag, { ...tag, collection: 'seq' }],
    });
    return z.object({ volumes: z.record(z.string(), z.unknown()) }).parse(parsed).volumes;
  };
  const { 'real-backups': _external, ...labelled } = volumesOf('deploy/rehearsal.yml');
  const names = [...Object.keys(volumesOf('docker-compose.yml')), 'scratch'];
  const label = { labels: { 'laurel.rehearsal': expect.stringMatching(/^\$\{REHEARSAL_FOLDER:-\}$/) } };
  expect(labelled).toEqual(Object.fromEntries(names.map((name) => [name, label])));
});
