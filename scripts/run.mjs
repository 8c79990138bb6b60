// The entry point of `npm start`, `npm test` and `pnpm bench`, which runs on any Node.js from 20 on. It
// installs the pinned pnpm and the dependencies, then runs the command on the pinned Node.js. It is plain JavaScript without
// dependencies, because nothing may be installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.laurel-install.json');
const runtime = join(root, 'node_modules', '.bin', 'node');
const parent = process.ppid;
let stopped = false;

/**
 * The options of Node.js for the built server.
 * @type {string[]}
 */
const serverFlags = JSON.parse(readFileSync(join(root, 'apps/api/flags.json'), 'utf8'));

/**
 * The programs of each command, run one after the other on the pinned Node.js.
 * @type {Record<string, string[][]>}
 */
const commands = {
  install: [],
  start: [['scripts/start.ts'], [...serverFlags, 'apps/api/dist/main.js']],
  test: [['scripts/test.ts']],
  bench: [['scripts/start.ts'], ['tests/bench/src/main.ts']],
};

/**
 * Exits with an error message.
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`laurel: ${message}`);
  process.exit(1);
}

/** The pinned package manager from package.json: `pnpm@<version>`. */
function packageManager() {
  return String(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager);
}

/** A hash of all inputs of an install. It changes when node_modules may be out of date. */
function installHash() {
  const manifests = ['apps', 'packages', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => join(folder, name, 'package.json')),
  );
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests]) {
    if (existsSync(join(root, file))) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * The stamp of the last successful install, or undefined if it is out of date.
 * @param {string} hash
 * @returns {{ hash: string, pnpm: string } | undefined}
 */
function freshInstall(hash) {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    return stamp.hash === hash && existsSync(stamp.pnpm) && existsSync(runtime) ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/** The pinned Node.js from the catalog: `node@<version>`. */
function pinnedNode() {
  const version = /^ {2}node: (\S+)$/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))?.[1];
  return `node@${version ?? 'lts'}`;
}

/**
 * Downloads the pinned pnpm and Node.js into npx's cache (nothing global) and returns their paths. With an older Node.js
 * pnpm would warn about each dependency that requires a newer one.
 */
function bringTools() {
  const tools = [packageManager(), pinnedNode()];
  const packages = tools.flatMap((tool) => ['--package', tool]);
  const found = spawnSync(
    'npx',
    ['--yes', '--loglevel=error', ...packages, '--call', 'command -v node; command -v pnpm'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (found.error) fail(`npx could not be started (${found.error.message}). Install npm 10 or later and try again.`);
  const [node = '', pnpm = ''] = found.stdout.trim().split('\n').slice(-2);
  if (found.status !== 0 || !existsSync(pnpm) || !existsSync(node)) {
    fail(
      `npm could not bring ${tools.join(' and ')}. Check that this machine reaches its npm registry, then try again.`,
    );
  }
  return { node, pnpm };
}

/** Reports the progress of an install at each quarter, and stores pnpm's output in case it fails. */
function installReport() {
  let said = '';
  let rest = '';
  let quarters = 0;
  return {
    /** @param {string} text */
    onOutput(text) {
      said += text;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, resolved, added] = /^Progress: resolved (\d+).* added (\d+)/.exec(line) ?? [];
        const now = Math.floor((4 * Number(added)) / Number(resolved));
        if (!(now > quarters)) continue;
        quarters = now;
        console.log(`  ${added} of ${resolved} packages`);
      }
    },
    said: () => said,
  };
}

/**
 * Runs a program in its own process group with this terminal's streams. A signal is passed once, to the program only, so
 * that it can finish its work and stop its children in order. A second signal after two seconds ends the whole group.
 * Processes that the program leaves behind in its group are ended.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} [onOutput] gets the program's output instead of the terminal
 * @returns {Promise<number>} the exit code, 128 + n for signal n
 */
function run(program, args, env, onOutput) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: onOutput ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      detached: true,
    });
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
    let firstSignalAt = 0;
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      stopped = true;
      if (firstSignalAt === 0) {
        firstSignalAt = Date.now();
        child.kill(signal);
      } else if (Date.now() - firstSignalAt > 2000 && !parentIsGone()) {
        killGroup(child.pid);
      }
    };
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const orphaned = setInterval(() => parentIsGone() && pass('SIGTERM'), 500);
    const finish = (/** @type {number} */ code) => {
      clearInterval(orphaned);
      for (const signal of signals) process.off(signal, pass);
      killGroup(child.pid);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`laurel: ${program} could not be started: ${error.message}`);
      finish(1);
    });
    // If its output is piped, it counts as ended once the output is read completely.
    child.on(
      onOutput ? 'close' : 'exit',
      (/** @type {number | null} */ code, /** @type {NodeJS.Signals | null} */ signal) =>
        finish(code ?? 128 + (signal ? constants.signals[signal] : 1)),
    );
  });
}

/** Whether the npm or pnpm that started this has ended: killed, or by a signal that it did not pass on. */
function parentIsGone() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
}

/** @param {number | undefined} pid the leader of the group */
function killGroup(pid) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Usually the group is empty.
  }
}

/** Makes node_modules match the lockfile and returns pnpm's path. Does nothing if nothing has changed. */
async function install() {
  const hash = installHash();
  const fresh = freshInstall(hash);
  if (fresh) return fresh.pnpm;
  console.log('Installing the dependencies: half a minute or so, once …');
  rmSync(stampFile, { force: true });
  const since = Date.now();
  const { node, pnpm } = bringTools();
  // Development dependencies are needed whatever NODE_ENV says: the pinned Node.js is one of them.
  const args = ['install', '--frozen-lockfile', '--prod=false', '--config.confirm-modules-purge=false'];
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  const report = installReport();
  const code = await run(pnpm, [...args, '--reporter=append-only'], { ...process.env, PATH: path }, report.onOutput);
  if (stopped) process.exit(code || 1);
  if (code !== 0) {
    process.stderr.write(report.said());
    fail('The install failed, see the lines above. Is the npm registry reachable, and does the lockfile match?');
  }
  if (!existsSync(runtime)) {
    fail(`The pinned Node.js did not arrive (${runtime}). Remove node_modules and try again.`);
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ hash, pnpm }));
  console.log(`The dependencies are installed (${Math.round((Date.now() - since) / 1000)} s).`);
  return pnpm;
}

const [command = '', ...rest] = process.argv.slice(2);
const steps = commands[command];
if (!steps) fail(`Unknown command "${command}". There are: ${Object.keys(commands).join(', ')}.`);
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node.js 20 or later is needed; this is ${process.versions.node}.`);
}
if (process.platform === 'win32') fail('Laurel runs on Linux and macOS. On Windows, use WSL.');

const pnpm = await install();
const path = [join(root, 'node_modules', '.bin'), dirname(pnpm), process.env.PATH ?? ''].join(delimiter);
const env = {
  ...process.env,
  PATH: path,
  // pnpm need not check the install again for each script that turbo runs.
  pnpm_config_verify_deps_before_run: 'false',
  // Disables the telemetry of the tools.
  CHECKPOINT_DISABLE: '1',
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
};
for (const [index, step] of steps.entries()) {
  const code = await run(runtime, [...step, ...(index === steps.length - 1 ? rest : [])], env);
  if (code !== 0 || stopped) process.exit(code);
}
