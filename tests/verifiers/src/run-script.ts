import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTool, PYTHON } from '@laurel/support/tools';
import type { Case, Paper } from './case.ts';

/**
 * What a verifier says. `exit`: 0 holds, 1 does not hold, 2 can't be checked. `codes`: the kinds of findings; `aside`:
 * those of what it says beside the verdict. `renamed`: the names that changed. `seen`: what a log that holds has.
 */
export type Verdict = {
  exit: number;
  sentence: string;
  codes: string[];
  aside: string[];
  texts: string[];
  renamed: string[];
  seen: Record<string, string>;
};

const SCRIPT = fileURLToPath(new URL('../../../verifiers/verify.py', import.meta.url));

type Output = { exit: number; stdout: string; stderr: string };

const execute = (file: string, args: readonly string[], env: NodeJS.ProcessEnv | undefined): Promise<Output> =>
  new Promise((resolve, reject) => {
    execFile(file, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ exit: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });

/** Runs verify.py with any arguments. */
export const runScriptWith = async (args: readonly string[]): Promise<Output> => {
  const { path, env } = await findTool(PYTHON);
  // -I: only the standard library, and nothing of the environment.
  return execute(path, ['-I', SCRIPT, ...args], env);
};

/** Runs verify.py with a bundle, and measures the seconds of the processor, which do not depend on other programs. */
export const measureScript = async (bundle: string): Promise<Output & { seconds: number }> => {
  const { path, env } = await findTool(PYTHON);
  const output = await execute(
    'sh',
    ['-c', '"$@"; code=$?; times >&2; exit $code', 'sh', path, '-I', SCRIPT, bundle],
    env,
  );
  // The last line of `times` has the user and the system time of the children: 0m1.250000s 0m0.030000s
  const times =
    output.stderr
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? [];
  const seconds = [...times].reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
  return { ...output, seconds };
};

const ofPapers = (papers: readonly Paper[], folder: string): string[] =>
  papers.flatMap(({ name, kind, text }) => {
    writeFileSync(join(folder, name), text);
    return [`--${kind}`, join(folder, name)];
  });

/** The line that says what was seen, by its names. */
const seenIn = (stdout: string): Record<string, string> => {
  const [, line = ''] = /^Seen: (.*)\.$/m.exec(stdout) ?? [];
  const parts = line.split('; ').map((part) => part.split(': '));
  return Object.fromEntries(parts.flatMap(([name, value]) => (name && value ? [[name, value]] : [])));
};

/** Runs verify.py with some files in a folder of their own. */
export const runScript = async (given: Omit<Case, 'bundle'> & { bundle: string | Uint8Array }): Promise<Verdict> => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-verify-'));
  try {
    const bundle = join(folder, 'bundle.jsonl');
    writeFileSync(bundle, given.bundle);
    const keys = given.key === undefined ? [] : ['--key', given.key];
    const witnesses = (given.witnesses ?? []).flatMap((key) => ['--witness', key]);
    const papers = ofPapers(given.papers ?? [], folder);
    const { exit, stdout, stderr } = await runScriptWith([bundle, ...keys, ...witnesses, ...papers]);
    if (stderr.includes('Traceback')) throw new Error(stderr);
    const texts = [...stderr.matchAll(/^\[([a-z-]+)\] (.*)$/gm)];
    return {
      exit,
      sentence: stdout,
      seen: seenIn(stdout),
      codes: [...new Set(texts.map(([, code = '']) => code))].sort(),
      aside: [...stderr.matchAll(/^Beside the verdict \(([a-z-]+)\): /gm)].map(([, code = '']) => code).sort(),
      texts: texts.map(([, , text = '']) => text),
      renamed: [...stderr.matchAll(/^Renamed: edition (.*)$/gm)].map(([, text = '']) => text),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs verify.py with a bundle that comes through a pipe. */
export const runPiped = async (bundle: string): Promise<Output> => {
  const { path, env } = await findTool(PYTHON);
  const folder = mkdtempSync(join(tmpdir(), 'laurel-verify-'));
  try {
    const file = join(folder, 'bundle.jsonl');
    writeFileSync(file, bundle);
    // What Node.js itself connects to a process is a socket, which can't be opened by its name.
    return await execute('sh', ['-c', 'cat "$0" | "$@"', file, path, '-I', SCRIPT, '/dev/stdin'], env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
