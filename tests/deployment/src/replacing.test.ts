import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStubbed } from './stub-engine.ts';

let stubbed: ReturnType<typeof createStubbed>;
beforeEach(() => {
  stubbed = createStubbed();
});
afterEach(() => stubbed.remove());

const UPGRADE = ['deploy/upgrade.sh', '1.5.0'] as const;
const RESTART = ['deploy/restart.sh'] as const;
const settings = (): string => readFileSync(join(stubbed.folder, '.env'), 'utf8');

describe('deploy/upgrade.sh and deploy/restart.sh', () => {
  it.each([
    [UPGRADE, 'Laurel 1.5.0 is running.', 'LAUREL_VERSION=1.5.0\n'],
    [RESTART, 'All copies of the app run with the new settings.', 'LAUREL_VERSION=1.4.0\n'],
  ])('%s replaces every copy, and leaves nothing behind', async ([script, ...args], said, version) => {
    const { code, output } = await stubbed.run(script, ...args);
    expect([code, output]).toEqual([0, expect.stringContaining(said)]);
    expect(stubbed.copies()).toHaveLength(2);
    expect(stubbed.copies()).not.toContain('copy-a');
    expect([settings(), stubbed.left()]).toEqual([version, []]);
  });

  // This test failed: the quotes became part of the network's name, and no copy could be replaced.
  it.each([[UPGRADE], [RESTART]])('%s find the network of a project that Compose quotes', async ([script, ...args]) => {
    stubbed.answer('compose config', 'name: "2026"');
    expect((await stubbed.run(script, ...args)).code).toBe(0);
    const connected = stubbed.calls().filter((call) => call.startsWith('network '));
    expect(connected).toHaveLength(4);
    for (const call of connected) expect(call).toMatch(/^network (disconnect|connect --alias app) 2026_edge /);
  });

  // This test fails without the lock: each removed the copies that the other one had started.
  it.each([[UPGRADE], [RESTART]])('%s does nothing while another one runs', async ([script, ...args]) => {
    stubbed.hold('compose up -d --no-build migrate');
    const first = stubbed.start(...RESTART);
    await expect.poll(stubbed.calls).toContain('compose up -d --no-build migrate');
    const calls = stubbed.calls();
    const second = await stubbed.run(script, ...args);
    expect([second.code, second.output]).toEqual([2, expect.stringContaining(`process ${first.pid}.`)]);
    expect(second.output).toContain(`rm -r ${stubbed.folder}/.deploying`);
    expect([stubbed.calls(), settings()]).toEqual([calls, 'LAUREL_VERSION=1.4.0\n']);
    stubbed.release();
    expect((await first.ended).code).toBe(0);
    expect(stubbed.left()).toEqual([]);
  });

  it.each([
    // No process has this id, or one of another program.
    ['was killed', '4194999'],
    ['ran before the machine was restarted', '1'],
    ['was killed before it wrote its process id', ''],
  ])('continue where a run %s', async (_when, pid) => {
    mkdirSync(join(stubbed.folder, '.deploying'));
    writeFileSync(join(stubbed.folder, '.deploying/pid'), pid);
    stubbed.hold('compose up -d --no-build migrate');
    const runs = [stubbed.run(...RESTART), stubbed.run(...RESTART)];
    expect((await Promise.race(runs)).code).toBe(2);
    stubbed.release();
    expect((await Promise.all(runs)).map(({ code }) => code).sort()).toEqual([0, 2]);
    expect(stubbed.left()).toEqual([]);
  });

  it.each([[UPGRADE], [RESTART]])('%s lets the next one run after Ctrl-C', async ([script, ...args]) => {
    stubbed.hold('compose up -d --no-build migrate');
    const first = stubbed.start(script, ...args);
    await expect.poll(stubbed.calls).toContain('compose up -d --no-build migrate');
    process.kill(-first.pid, 'SIGINT');
    expect((await first.ended).code).toBe(130);
    expect([stubbed.left(), settings(), stubbed.copies()]).toEqual([
      [],
      'LAUREL_VERSION=1.4.0\n',
      ['copy-a', 'copy-b'],
    ]);
  });

  // This test failed: Compose replaced all databases at once, and nobody could vote.
  it.each([[UPGRADE], [RESTART]])(
    '%s do nothing if nodes of a cluster would be replaced',
    async ([script, ...args]) => {
      stubbed.answer('compose config --services', 'etcd1');
      stubbed.answer('compose --dry-run create --no-build etcd1', ' DRY-RUN MODE -  Container laurel-etcd1-1  Running');
      expect((await stubbed.run(script, ...args)).code).toBe(0);
      const settled = [stubbed.copies(), settings(), stubbed.left()];
      stubbed.forgetAnswers();
      stubbed.answer('compose config --services', 'etcd1');
      stubbed.answer(
        'compose --dry-run create --no-build etcd1',
        ' DRY-RUN MODE -  Container laurel-etcd1-1  Recreate',
      );
      const { code, output } = await stubbed.run(script, ...args);
      expect([code, output]).toEqual([2, expect.stringContaining('replace them one after another')]);
      expect([stubbed.copies(), settings(), stubbed.left()]).toEqual(settled);
    },
  );

  // This test failed: a new key of the bucket, or for encryption, was not read until somebody replaced the container.
  it('restart.sh replaces the backup, which reads its secrets at its start, where it runs', async () => {
    const recreate = 'compose up -d --no-build --no-deps --force-recreate backup';
    expect((await stubbed.run(...RESTART)).code).toBe(0);
    expect(stubbed.calls()).not.toContain(recreate);
    stubbed.runs('backup', '/run/secrets/backup_recipient', 'age1');
    expect((await stubbed.run(...RESTART)).code).toBe(0);
    expect(stubbed.calls()).toContain(recreate);
  });

  // This test failed: the reason was discarded.
  it.each([
    [UPGRADE, 'up -d --no-build migrate', 'The migration failed.'],
    [RESTART, 'up -d --no-build migrate', 'could not be brought up to date.'],
    [UPGRADE, 'up --no-start', 'did not become healthy'],
    [RESTART, 'up --no-start', 'did not become healthy'],
    // This test failed: only the health check was asked.
    [UPGRADE, 'laurel doctor --copy', 'does not answer as it should.'],
    [RESTART, 'laurel doctor --copy', 'does not answer as it should.'],
  ])('%s prints why a step failed: “%s”', async ([script, ...args], call, said) => {
    stubbed.fail(call, 'Container laurel-postgres-1  Error\ndependency failed to start: container is unhealthy\n');
    const { code, output } = await stubbed.run(script, ...args);
    expect([code, output]).toEqual([1, expect.stringContaining(said)]);
    expect(output).toContain('dependency failed to start');
    expect([settings(), stubbed.copies()]).toEqual(['LAUREL_VERSION=1.4.0\n', ['copy-a', 'copy-b']]);
  });

  it('upgrade.sh goes back to a version that can’t check its answers', async () => {
    stubbed.fail('laurel doctor --copy', "error: unknown option '--copy'");
    expect((await stubbed.run(...UPGRADE)).code).toBe(0);
  });

  it('upgrade.sh compares each new copy with an old one on their network, before it gets traffic', async () => {
    stubbed.answer('inspect --format {{with*laurel_data*', '10.0.0.7');
    expect((await stubbed.run(...UPGRADE)).code).toBe(0);
    const steps = stubbed.calls().filter((call) => /laurel doctor|network connect/.test(call));
    const asked = expect.stringMatching(
      /^exec copy-\d+ laurel doctor --copy \S+:8080 --like http:\/\/10\.0\.0\.7:8080$/,
    );
    const connected = expect.stringMatching(/^network connect/);
    expect(steps).toEqual([asked, connected, asked, connected]);
  });

  it('upgrade.sh prints why the images could neither be pulled nor built', async () => {
    for (const call of ['image inspect', 'compose pull', 'compose build']) stubbed.fail(call, 'no such host');
    const { code, output } = await stubbed.run(...UPGRADE);
    expect([code, output]).toEqual([1, expect.stringContaining('could neither be pulled nor built.')]);
    // The registry's reason, and the builder's.
    expect(output.match(/no such host/g)).toHaveLength(2);
    expect([settings(), stubbed.left()]).toEqual(['LAUREL_VERSION=1.4.0\n', []]);
  });
});
