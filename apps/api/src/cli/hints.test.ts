import { expect, it } from 'vitest';
import { listen } from '../testing/cli.ts';
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

it('so do problems of the command, and its usage', async () => {
  const output = listen();
  await runCli(['review', 'approve', 'xyz'], output, {}, undefined, 'deploy/laurel');
  expect(output.problems.join('\n')).toContain('"deploy/laurel review list"');
  const help = listen();
  await runCli(['phase'], help, {}, undefined, 'deploy/laurel');
  expect(help.text()).toContain('Usage: deploy/laurel phase');
});
