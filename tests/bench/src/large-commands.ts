import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type pg from 'pg';
import type { Figure } from './finding.ts';
import type { Subject } from './large-calls.ts';
import { countStatements } from './statements.ts';

export const LAUREL = fileURLToPath(new URL('../../../apps/api/dist/laurel.js', import.meta.url));
const SAMPLE_MS = 20;
/** The most that a command may need for a database of any size, megabytes. Most of it is Node.js and Laurel's code. */
const MEMORY_MB = 512;

/** The user and the group that run a command; by default those of this process. */
type Account = { uid?: number; gid?: number };

type Ran = { code: number | null; seconds: number; memoryMb: number; said: string };

/** The most memory that a process had so far, or 0 when it has ended (Linux). */
export const mostMb = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** Runs `laurel` in a process of its own, and discards its output. */
const runCommand = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  as: Account,
): Promise<Ran> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', LAUREL, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...as,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  let memoryMb = 0;
  const sampling = setInterval(() => {
    memoryMb = Math.max(memoryMb, mostMb(child.pid ?? 0));
  }, SAMPLE_MS);
  const [code]: (number | null)[] = await once(child, 'close');
  clearInterval(sampling);
  return { code: code ?? null, seconds: (performance.now() - startedAt) / 1_000, memoryMb, said };
};

const WHY = ['--reason', 'a measurement'];

/** The commands that read the database, or change something by a selection. */
const commandsOf = ({ accountId, exclusion }: Subject): (readonly string[])[] => [
  ['doctor'],
  ['phase', 'show'],
  ['phase', 'set', '--closes', '2098-01-01T00:00Z', ...WHY, '--dry-run'],
  ['results'],
  ['votes', 'export'],
  ['log', 'status'],
  ['log', 'verify'],
  ['log', 'export'],
  ['exclusions', 'list'],
  ['exclusions', 'show', String(exclusion)],
  ['exclusions', 'preview', '--network', '10.77.0.0/16'],
  ['exclusions', 'export', String(exclusion), ...WHY],
  ['user', 'show', accountId],
  ['user', 'sign-out', accountId, ...WHY],
  ['review', 'list'],
  ['messages', 'list', '--account', accountId],
  ['messages', 'totals'],
  ['team', 'list'],
  ['audit', 'list'],
  ['secrets', 'reseal', '--dry-run'],
  ['edition', 'diff', demoEditionDir],
  ['migrate', '--dry-run'],
  ['migrate'],
];

/** Commands that end with 1 over a filled database, and what they say: no key has sealed its secrets. */
const ENDS_WITH_1 = new Map([['secrets reseal --dry-run', 'Some values were sealed with a key that is not here']]);

/** Why a command failed; undefined if it ended as it should. */
const failureOf = (command: string, { code, said }: Ran): string | undefined => {
  const problem = ENDS_WITH_1.get(command);
  const isRight = problem === undefined ? code === 0 : code === 1 && said.includes(problem);
  return isRight ? undefined : `laurel ${command} ended with ${code}:\n${said}`;
};

/** Runs each command, and measures its memory and what its statements read. @throws Error if one fails */
export const measureCommands = async (
  owner: pg.Client,
  env: Readonly<Record<string, string>>,
  commands: readonly (readonly string[])[],
  as: Account = {},
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  const failures: string[] = [];
  for (const command of commands) {
    let ran: Ran = { code: null, seconds: 0, memoryMb: 0, said: '' };
    const counted = await countStatements(owner, async () => {
      ran = await runCommand(command, env, as);
    });
    const { seconds, memoryMb } = ran;
    const temporary = counted.reduce((sum, each) => sum + each.temporary, 0);
    const [most] = counted.toSorted((a, b) => b.longestMs - a.longestMs);
    const failure = failureOf(command.join(' '), ran);
    if (failure !== undefined) failures.push(failure);
    const notes = [
      `${seconds.toFixed(1)} s`,
      `${counted.reduce((sum, each) => sum + each.pages, 0)} pages`,
      ...(temporary > 0 ? [`${temporary} pages in temporary files`] : []),
      ...(most && most.longestMs > 250 ? [`${most.longestMs.toFixed(0)} ms: ${most.text.slice(0, 120)}`] : []),
    ];
    figures.push({
      id: `large.command.${command
        .filter((part) => /^[a-z-]+$/.test(part) && !part.startsWith('-'))
        .slice(0, 2)
        .join('-')}`,
      what: `laurel ${command.join(' ')}`,
      value: memoryMb,
      unit: ' MB',
      goal: { atMost: MEMORY_MB },
      note: notes.join('; '),
    });
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return figures;
};

/** Measures the commands of a site in which people vote. */
export const measureAllCommands = (
  owner: pg.Client,
  env: Readonly<Record<string, string>>,
  subject: Subject,
): Promise<Figure[]> => measureCommands(owner, env, commandsOf(subject));
