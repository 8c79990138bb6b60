import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root = '';

/** A small repository with a current stamp, as if it were installed. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'laurel-entry-'));
  for (const folder of ['scripts', 'apps/api/dist', 'packages', 'tests', 'node_modules/.bin']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  cpSync(join(import.meta.dirname, 'run.mjs'), join(root, 'scripts/run.mjs'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', packageManager: 'pnpm@0.0.0' }));
  writeFileSync(join(root, 'pnpm-workspace.yaml'), 'catalog:\n  node: 24.0.0\n');
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  writeFileSync(join(root, 'scripts/start.ts'), '');
  writeFileSync(join(root, 'apps/api/flags.json'), '[]');
  stamp();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function stamp(): void {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-workspace.yaml', 'package.json']) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  const pnpm = process.execPath;
  writeFileSync(join(root, 'node_modules/.laurel-install.json'), JSON.stringify({ hash: hash.digest('hex'), pnpm }));
}

function serve(program: string): ChildProcessByStdio<null, Readable, Readable> {
  writeFileSync(join(root, 'apps/api/dist/main.js'), program);
  return runEntry('start');
}

function runEntry(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Waits until a program prints a word, and returns its output. */
function waitForOutput(child: ChildProcessByStdio<null, Readable, Readable>, word: string): Promise<string> {
  return new Promise((resolve) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes(word)) resolve(printed);
    });
  });
}

async function ended(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<{ code: number | null; printed: string }> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, printed };
}

describe('npm start', () => {
  it('passes on the exit code', async () => {
    expect((await ended(serve('process.exit(7);'))).code).toBe(7);
  });

  it('does not start the server when the build fails', async () => {
    writeFileSync(join(root, 'scripts/start.ts'), 'process.exit(3);');
    const { code, printed } = await ended(serve("console.log('serving');"));
    expect(code).toBe(3);
    expect(printed).not.toContain('serving');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('passes on %s once, and waits for the program to close', async (signal) => {
    const child = serve(`
      let heard = 0;
      // Real time: a signal that is passed on again comes after the first.
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { heard++; setTimeout(() => {
        console.log('closed after ' + heard + ' ' + signal); process.exit(0);
      }, 300); });
      setInterval(() => {}, 1000);
      console.log('ready');`);
    await waitForOutput(child, 'ready');
    const end = ended(child);
    child.kill(signal);
    child.kill(signal);
    const { code, printed } = await end;
    expect(printed).toContain(`closed after 1 ${signal}`);
    expect(code).toBe(0);
  });

  it('ends processes that a program leaves behind', async () => {
    const child = serve(`
      import { spawn } from 'node:child_process';
      spawn(process.execPath, ['-e', 'console.log("left"); setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      process.on('SIGTERM', () => process.exit(0));`);
    await waitForOutput(child, 'left');
    const end = ended(child);
    child.kill('SIGTERM');
    // The streams close when no process holds them.
    expect((await end).code).toBe(0);
  });

  it('stops when the npm that started it is killed', async () => {
    writeFileSync(
      join(root, 'apps/api/dist/main.js'),
      "process.on('SIGTERM', () => { console.log('closed'); process.exit(0); }); setInterval(() => {}, 1000); console.log('ready');",
    );
    const start = `require('node:child_process').spawn(process.execPath, ['scripts/run.mjs', 'start'], { stdio: 'inherit' });`;
    const npm = spawn(process.execPath, ['-e', start], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    await waitForOutput(npm, 'ready');
    const end = ended(npm);
    npm.kill('SIGKILL');
    expect((await end).printed).toContain('closed');
  });

  it('lists the commands when the command is unknown', async () => {
    const { code, printed } = await ended(runEntry('strat'));
    expect(code).toBe(1);
    expect(printed).toContain('install, start, test, bench');
  });

  it('pnpm bench builds first and passes on its arguments', async () => {
    writeFileSync(join(root, 'scripts/start.ts'), "console.log('built');");
    mkdirSync(join(root, 'tests/bench/src'), { recursive: true });
    writeFileSync(join(root, 'tests/bench/src/main.ts'), 'console.log(process.argv.slice(2).join());');
    const { code, printed } = await ended(runEntry('bench', 'vote', '--rounds', '3'));
    expect(printed).toBe('built\nvote,--rounds,3\n');
    expect(code).toBe(0);
  });

  describe('after a change of a manifest', () => {
    /** Runs the entry point with a fake npx, which provides a fake pnpm. */
    const install = async (npx: string, pnpm = ''): Promise<{ code: number | null; printed: string }> => {
      const manifest = { type: 'module', packageManager: 'pnpm@0.0.0', name: 'changed' };
      writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
      mkdirSync(join(root, 'brought'));
      symlinkSync(process.execPath, join(root, 'brought/node'));
      writeFileSync(join(root, 'brought/pnpm'), `#!/bin/sh\n${pnpm}\n`, { mode: 0o755 });
      writeFileSync(join(root, 'npx'), `#!/bin/sh\n${npx}\n`, { mode: 0o755 });
      const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'install'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PATH: `${root}:/usr/bin:/bin` },
      });
      return await ended(child);
    };
    const bring = () => `echo "$@" >${root}/asked; echo ${root}/brought/node; echo ${root}/brought/pnpm`;

    it('reports that it could not install', async () => {
      // An npx that fails at once simulates an unreachable registry.
      const { code, printed } = await install('exit 1');
      expect(code).toBe(1);
      expect(printed).toContain('npm could not bring pnpm@0.0.0 and node@24.0.0');
    });

    it('installs on the pinned Node.js and prints a few lines', async () => {
      const { code, printed } = await install(
        bring(),
        `command -v node >${root}/ran-on; echo "[WARN] something of no use to a newcomer"
         for added in 0 1 2 3 4 5 6 7 8; do echo "Progress: resolved 8, reused 0, downloaded 8, added $added"; done`,
      );
      expect(code).toBe(0);
      expect(readFileSync(join(root, 'asked'), 'utf8')).toContain('--package pnpm@0.0.0 --package node@24.0.0');
      expect(readFileSync(join(root, 'ran-on'), 'utf8').trim()).toBe(join(root, 'brought/node'));
      const [first = '', ...others] = printed.trimEnd().split('\n');
      expect(first).toMatch(/^Installing the dependencies/);
      expect(others.pop()).toMatch(/^The dependencies are installed \(\d+ s\)\.$/);
      expect(others.map((line) => line.trim())).toEqual([2, 4, 6, 8].map((added) => `${added} of 8 packages`));
    });

    it('shows pnpm’s output if that fails', async () => {
      const { code, printed } = await install(bring(), 'echo "what went"; echo "wrong" >&2; exit 3');
      expect(code).toBe(1);
      expect(printed).toMatch(/what went\n(?:.*\n)*.*The install failed/);
      expect(printed).toContain('wrong');
    });
  });
});
