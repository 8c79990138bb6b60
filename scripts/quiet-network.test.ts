import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, 'quiet-network');

const run = (script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync(program, [process.execPath, '-e', script, ...args], { encoding: 'utf8', env, cwd: import.meta.dirname });

const pair = ['ip', 'link', 'add', 'quiet0', 'type', 'veth', 'peer', 'name', 'quiet1'];
const allowed = spawnSync('unshare', ['--net', ...pair]).status === 0;

describe('a quiet network', () => {
  it('runs the command in the current directory, with its arguments and its exit code', () => {
    const { stdout, status } = run('console.log(process.cwd(), process.argv[1]); process.exit(7)', ['two words']);
    expect(stdout).toBe(`${import.meta.dirname} two words\n`);
    expect(status).toBe(7);
  });

  it('hides the machine’s interfaces but loopback, if the machine allows it', () => {
    const { stdout } = run('console.log(Object.keys(require("node:os").networkInterfaces()).sort().join())');
    const machine = Object.keys(networkInterfaces()).sort().join();
    // A user namespace may allow it to other users than root.
    expect(allowed ? ['lo,quiet0'] : ['lo,quiet0', machine]).toContain(stdout.trim());
  });

  it('reaches a server on loopback', () => {
    const server = `require('node:http').createServer((_, answer) => answer.end('here')).listen(0, '127.0.0.1', async function () {
      console.log(await (await fetch('http://localhost:' + this.address().port)).text());
      this.close();
    })`;
    expect(run(server).stdout).toBe('here\n');
  });

  it('runs the command in the machine’s network if namespaces are not allowed', () => {
    const { stdout, status } = run('console.log("ran")', [], { ...process.env, PATH: '/nonexistent' });
    expect([stdout, status]).toEqual(['ran\n', 0]);
  });
});
