import { describe, expect, it } from 'vitest';
import { capture, stopAll } from './processes.ts';

const here = { cwd: import.meta.dirname, env: process.env };
const node = process.execPath;

describe('capture', () => {
  it('returns the output of both streams and the exit code', async () => {
    const outcome = await capture(node, ['-e', 'console.log("out"); console.error("err"); process.exitCode = 5'], here);
    expect(outcome.code).toBe(5);
    expect(outcome.output).toContain('out\n');
    expect(outcome.output).toContain('err\n');
  });

  it('returns 127 and a reason for a missing program', async () => {
    const outcome = await capture('no-such-program', [], here);
    expect(outcome.code).toBe(127);
    expect(outcome.output).toContain('no-such-program');
  });

  it('ends child processes that a program leaves behind with open streams', async () => {
    const leave = `const { spawn } = require('node:child_process');
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log('left'); left.unref();`;
    // Otherwise the open streams would delay the result forever.
    expect(await capture(node, ['-e', leave], here)).toEqual({ code: 0, output: 'left\n' });
  });

  it('is interrupted by stopAll, which lets a program clean up', async () => {
    const program = `process.on('SIGINT', () => { console.log('closed'); process.exit(0); });
      setInterval(() => {}, 1000); console.log('ready');`;
    let ready = () => {};
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const running = capture(node, ['-e', program], { ...here, onOutput: () => ready() });
    await isReady;
    await stopAll();
    expect(await running).toEqual({ code: 0, output: 'ready\nclosed\n' });
  });
});
