import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runLaurel } from '@laurel/support/cli';
import { createTestLog } from '@laurel/witness/testing/log';
import { describe, expect, it } from 'vitest';
import { startLaurel, useFolder } from './testing.ts';

const folder = useFolder('file');

/** Runs a command without any configuration. */
const laurel = (...argv: string[]) => runLaurel(argv, {});

describe('laurel witness', () => {
  it('runs without a database and a configuration until it is stopped, and prints its key', async () => {
    const log = await createTestLog();
    const state = join(folder, 'witness');
    const options = ['--log', ` ${log.verifierKey} `, '--name', 'w.example', '--port', '0'];
    const child = startLaurel(['witness', 'run', '--state', state, ...options]);
    const lines = createInterface({ input: child.stdout });
    const [first] = await once(lines, 'line');
    const { port, verifierKey, logs } = JSON.parse(String(first));
    expect(logs).toEqual([log.origin]);
    const response = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, {
      method: 'POST',
      body: await log.request(0, 3),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/^— w\.example /)]);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(await laurel('witness', 'key', '--state', state)).toMatchObject({ code: 0, lines: [verifierKey] });
    const asJson = await laurel('witness', 'key', '--state', state, '--json');
    expect(JSON.parse(asJson.text())).toEqual({ verifierKey });
  });

  it.each([
    [['run', '--state', 'STATE'], 2, '--log: name the verifier key'],
    [['run', '--state', 'STATE', '--log', ''], 2, '--log: name the verifier key'],
    [['run', '--log', 'x'], 2, "required option '--state <FILE>'"],
    [['run', '--state', 'STATE', '--log', 'x', '--port', '70000'], 2, '--port 70000'],
    [['run', '--state', 'STATE', '--log', 'x'], 1, '--log x: A verifier key'],
    [['run', '--state', 'STATE', '--log', 'LOG', '--name', 'a+b'], 1, '--name a+b: The name'],
    [['run', '--state', '/dev/null/state', '--log', 'LOG'], 1, "can't keep its state in /dev/null"],
    [['key', '--state', '/nowhere/state'], 1, 'There is no state'],
  ])('%j ends with %i', async (argv, code, problem) => {
    const { verifierKey } = await createTestLog();
    const given = argv.map((each) => each.replace('STATE', join(folder, 'other')).replace('LOG', verifierKey));
    const ran = await laurel('witness', ...given);
    expect([ran.code, ran.problems.join('\n')]).toEqual([code, expect.stringContaining(problem)]);
  });
});
