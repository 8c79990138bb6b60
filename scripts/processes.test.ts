import { describe, expect, it } from 'vitest';
import { capture, stopAll } from './processes.ts';

const here = { cwd: import.meta.dirname, env: process.env };
const node = process.execPath;

describe('programs', () => {
  it('keeps what a program prints on both streams, and its exit code', async () => {
    const outcome = await capture(node, ['-e', 'console.log("out"); console.error("err"); process.exitCode = 5'], here);
    expect(outcome.code).toBe(5);
    expect(outcome.output).toContain('out\n');
    expect(outcome.output).toContain('err\n');
  });

  it('answers 127 and a reason for a program that is not there', async () => {
    const outcome = await capture('no-such-program', [], here);
    expect(outcome.code).toBe(127);
    expect(outcome.output).toContain('no-such-program');
  });

  it('does not wait for what a program leaves behind with its streams open, and ends it', async () => {
    const leave = `const { spawn } = require('node:child_process');
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log('left'); left.unref();`;
    // What holds the streams open would hold this answer back for ever.
    expect(await capture(node, ['-e', leave], here)).toEqual({ code: 0, output: 'left\n' });
  });

  it('stops with an interrupt, and lets a program close what it opened', async () => {
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
