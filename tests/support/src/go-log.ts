import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findTool, GO } from './tools.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/tlog/src/testing/cross-check', import.meta.url));
const BUILDS = fileURLToPath(new URL('../../../node_modules/.cache/laurel-go', import.meta.url));

/**
 * The input of the Go program; hashes and leaves are in base64. The program describes each field:
 * packages/tlog/src/testing/cross-check.
 */
export type LogRequest = {
  /** The log's address without a slash at its end, or a folder with its files. */
  readonly Prefix: string;
  readonly Key: string;
  readonly Witnesses?: readonly string[];
  readonly AllEntries?: boolean;
  readonly Inclusion?: readonly { readonly Index: number; readonly Hashes: readonly string[] }[];
  readonly Consistency?: readonly {
    readonly Size: number;
    readonly Root: string;
    readonly Hashes: readonly string[];
  }[];
  readonly Proofs?: readonly { readonly Text: string; readonly Leaf: string }[];
};

/** The output of the Go program: the tree of the checkpoint, and the requested proofs. */
export type LogReply = {
  readonly Size: number;
  readonly Root: string;
  readonly Times: readonly number[] | null;
  readonly Inclusion: readonly (readonly string[])[] | null;
  readonly Consistency: readonly (readonly string[])[] | null;
  readonly Note: string;
  readonly Key: string;
};

/** Runs a program with an input. @throws Error with what it wrote to its standard error, if it fails */
const run = async (path: string, args: string[], env: NodeJS.ProcessEnv, input: string): Promise<string> => {
  const program = spawn(path, args, { cwd: PROGRAM, env, stdio: ['pipe', 'pipe', 'pipe'] });
  // A program that fails does not read all of its input.
  program.stdin.on('error', () => {});
  program.stdin.end(input);
  const ended = once(program, 'close');
  const [output, problem] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(problem.trim());
  return output;
};

export type GoLog = {
  /** @throws Error with a sentence for the first thing that is wrong */
  verify(request: LogRequest): Promise<LogReply>;
  remove(): void;
};

/**
 * Builds the program that verifies a log with golang.org/x/mod/sumdb. Uses an installed Go, else Debian's packages.
 * @throws Error that says what to do, if there is no Go
 */
export const buildGoLog = async (): Promise<GoLog> => {
  const go = await findTool(GO);
  const folder = mkdtempSync(join(tmpdir(), 'laurel-go-'));
  const program = join(folder, 'cross-check');
  // The sources of Debian's packages are a GOPATH, so that nothing is downloaded.
  const gopath = join(go.root, 'usr/share/gocode');
  const env = {
    PATH: process.env.PATH,
    ...go.env,
    GOPATH: gopath,
    GO111MODULE: 'off',
    GOCACHE: BUILDS,
    CGO_ENABLED: '0',
  };
  await run(go.path, ['build', '-o', program, '.'], env, '');
  return {
    verify: async (request) => JSON.parse(await run(program, [], {}, JSON.stringify(request))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
