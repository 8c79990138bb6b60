import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from './until.ts';

const run = promisify(execFile);

/** A system program that a test needs, and its Debian package. */
export type Tool = {
  readonly program: string;
  readonly debianPackage: string;
  /** Another package that the test needs, a file of it, and how the names of all its packages begin. */
  readonly more?: { readonly debianPackage: string; readonly file: string; readonly family: string };
};

export const PROMTOOL: Tool = { program: 'promtool', debianPackage: 'prometheus' };
export const PROMETHEUS: Tool = { program: 'prometheus', debianPackage: 'prometheus' };
export const NGINX: Tool = { program: 'nginx', debianPackage: 'nginx' };
export const CADDY: Tool = { program: 'caddy', debianPackage: 'caddy' };
export const PGBOUNCER: Tool = { program: 'pgbouncer', debianPackage: 'pgbouncer' };
/** Go, with its own implementation of signed notes and transparency logs. */
export const GO: Tool = {
  program: 'go',
  debianPackage: 'golang-go',
  more: {
    debianPackage: 'golang-golang-x-mod-dev',
    file: 'usr/share/gocode/src/golang.org/x/mod/sumdb/tlog/tlog.go',
    family: 'golang-',
  },
};
export const PYTHON: Tool = { program: 'python3', debianPackage: 'python3-minimal' };

/** The path of a program, the environment it needs, and the folder that stands for / in the names of its files. */
export type FoundTool = { path: string; env: Record<string, string>; root: string };

/** The folder of unpacked packages, inside node_modules. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/laurel-tools', import.meta.url));
const FOLDERS = ['usr/bin', 'usr/sbin'];
/** The folders of servers, which are not on every PATH. */
const SYSTEM = ['/usr/sbin', '/usr/local/sbin'];

const isComplete = ({ more }: Tool, root: string): boolean => more === undefined || existsSync(join(root, more.file));

const onPath = (tool: Tool): FoundTool | undefined => {
  const path = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM]
    .map((folder) => join(folder, tool.program))
    .find((file) => existsSync(file));
  return path === undefined || !isComplete(tool, '/') ? undefined : { path, env: {}, root: '/' };
};

const unpacked = (tool: Tool): FoundTool | undefined => {
  const home = join(CACHE, tool.debianPackage);
  const path = FOLDERS.map((folder) => join(home, folder, tool.program)).find((file) => existsSync(file));
  if (path === undefined || !isComplete(tool, home)) return undefined;
  const lib = join(home, 'usr/lib');
  // Libraries are in a folder named after the architecture: usr/lib/x86_64-linux-gnu.
  const libraries = existsSync(lib) ? readdirSync(lib).map((folder) => join(lib, folder)) : [];
  return { path, env: { LD_LIBRARY_PATH: libraries.join(delimiter) }, root: home };
};

/** The libraries that a package needs, without the C library. */
const librariesOf = async (debianPackage: string): Promise<string[]> => {
  const { stdout } = await run('apt-cache', ['depends', '--important', debianPackage]);
  const named = [...stdout.matchAll(/^\s+Depends: (lib\S+)$/gm)].map(([, name = '']) => name);
  return named.filter((name) => name !== 'libc6');
};

/** The packages of the family that a tool consists of, such as Go's compiler and its standard library. */
const familyOf = async ({ debianPackage, more }: Tool): Promise<string[]> => {
  if (more === undefined) return [];
  const asked = ['depends', '--recurse', '--important', debianPackage, more.debianPackage];
  const { stdout } = await run('apt-cache', asked);
  return stdout.split('\n').filter((name) => name.startsWith(more.family) && name !== debianPackage);
};

/** Downloads and unpacks a package with its libraries. Installs and starts nothing. */
const unpack = async (tool: Tool): Promise<void> => {
  const { debianPackage } = tool;
  mkdirSync(CACHE, { recursive: true });
  const place = mkdtempSync(join(CACHE, `${debianPackage}-`));
  try {
    const names = [debianPackage, ...(await librariesOf(debianPackage)), ...(await familyOf(tool))];
    await run('apt-get', ['download', ...names], { cwd: place });
    const home = join(place, 'home');
    const archives = readdirSync(place).filter((name) => name.endsWith('.deb'));
    for (const archive of archives) await run('dpkg-deb', ['--extract', join(place, archive), home]);
    // Another worker may have done it already.
    if (!existsSync(join(CACHE, debianPackage))) renameSync(home, join(CACHE, debianPackage));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

/** Downloads the package. As root, updates the package lists and tries again, because a new machine has none. */
const fetchTool = async (tool: Tool): Promise<void> => {
  process.stderr.write(`${tool.program} is not installed: unpacking the Debian package ${tool.debianPackage} for it\n`);
  try {
    await unpack(tool);
  } catch (error) {
    if (process.getuid?.() !== 0) throw error;
    // Another worker may hold the lock of the lists.
    await until('apt-get update', () =>
      run('apt-get', ['update', '-qq']).then(
        () => true,
        () => false,
      ),
    );
    await unpack(tool);
  }
};

/**
 * Finds a program: an installed one, else an unpacked one; else, on Debian-based systems, downloads its package and unpacks
 * it under node_modules/.cache.
 * @throws an error of one line that says what to do
 */
export const findTool = async (tool: Tool): Promise<FoundTool> => {
  const there = onPath(tool) ?? unpacked(tool);
  if (there) return there;
  if (existsSync('/usr/bin/apt-get')) await fetchTool(tool).catch(() => {});
  const fetched = unpacked(tool);
  if (fetched) return fetched;
  const packages = [tool.debianPackage, ...(tool.more ? [tool.more.debianPackage] : [])].join(' ');
  throw new Error(
    `No ${tool.program} was found or could be fetched: install it (apt-get install ${packages}) and try again.`,
  );
};
