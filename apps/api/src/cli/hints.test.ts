import { listen } from '@laurel/support/cli';
import { expect, it } from 'vitest';
import { withHints } from './hints.ts';
import { runCli } from './program.ts';

it('a hint names the command as it is typed on the host', () => {
  const output = listen();
  const { line, problem } = withHints(output, 'deploy/laurel');
  for (const text of ['Run "laurel migrate".', '  laurel secrets forget jwt', '("laurel edition check edition" says)'])
    line(text);
  problem('docker compose exec app laurel secrets reseal');
  problem('the database laurel, role laurel_app, image laurel:1.1.0');
  expect(output.lines).toEqual([
    'Run "deploy/laurel migrate".',
    '  deploy/laurel secrets forget jwt',
    '("deploy/laurel edition check edition" says)',
  ]);
  expect(output.problems).toEqual([
    'docker compose exec app laurel secrets reseal',
    'the database laurel, role laurel_app, image laurel:1.1.0',
  ]);
});

it('a hint names the edition’s folder by its path in the container in which the hint’s command runs', () => {
  const output = listen();
  const { line } = withHints(output, 'deploy/laurel');
  line('See "laurel edition diff /deployment/edition", then run "laurel edition import edition --reason \'…\'".');
  line('"laurel edition check edition" runs in this container.');
  expect(output.lines).toEqual([
    'See "deploy/laurel edition diff /edition", then run "deploy/laurel edition import /edition --reason \'…\'".',
    '"deploy/laurel edition check edition" runs in this container.',
  ]);
  const plain = listen();
  withHints(plain, 'laurel').line('See "laurel edition diff /srv/edition".');
  expect(plain.lines).toEqual(['See "laurel edition diff /srv/edition".']);
});

it('a hint within JSON leaves it JSON', () => {
  const output = listen();
  const hint = (name: string) => ({ advice: `Type "${name} edition import /edition".` });
  withHints(output, 'deploy/laurel').line(JSON.stringify(hint('laurel')));
  expect(output.lines.map((line) => JSON.parse(line))).toEqual([hint('deploy/laurel')]);
});

it('the problems and the usage of a command name it as it is typed on the host', async () => {
  const output = listen();
  const reason = ['--reason', 'is ada@example.org'];
  await runCli(['phase', 'set', '--clear', ...reason], output, {}, undefined, 'deploy/laurel');
  expect(output.problems.join('\n')).toContain('"deploy/laurel voters find"');
  const help = listen();
  await runCli(['phase'], help, {}, undefined, 'deploy/laurel');
  expect(help.text()).toContain('Usage: deploy/laurel phase');
});
