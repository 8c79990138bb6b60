import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@laurel/support/repository';
import { type Kept, readFigures } from './figures.ts';
import { median } from './measure.ts';

/** The cases that show most of what visitors and operators notice. */
export const USUAL_CASES = ['vote', 'broadcast', 'web', 'idle', 'start'] as const;

/** The figures of one run, by their ids. */
export type Run = Readonly<Record<string, Kept>>;

const figureOf = (kept: Kept | undefined): number | undefined =>
  kept === undefined ? undefined : 'ratio' in kept ? kept.ratio : kept.value;

const shown = (values: readonly number[]): string =>
  `${median(values)} (${Math.min(...values)}–${Math.max(...values)})`;

/**
 * A line for each figure that both commits measured: the median of the earlier one's runs and that of the newer one's, each
 * with its range. A figure of a rival is the ratio to it.
 */
export const sideBySide = (earlier: readonly Run[], newer: readonly Run[]): string[] => {
  const ids = [...new Set(earlier.flatMap((run) => Object.keys(run)))].toSorted();
  return ids.flatMap((id) => {
    const [before, after] = [earlier, newer].map((runs) =>
      runs.map((run) => figureOf(run[id])).filter((value) => value !== undefined),
    );
    return before?.length && after?.length ? [`${id}: ${shown(before)} → ${shown(after)}`] : [];
  });
};

/** Runs a program to its end. @throws Error with what it wrote, if it fails */
const run = (cwd: string, command: string, args: readonly string[]): void => {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
};

/** Measures some cases once in a clone, with the clone's own benchmarks. */
const measureIn = (clone: string, cases: readonly string[]): Run => {
  const file = join(clone, 'tests/bench/figures.json');
  rmSync(file, { force: true });
  run(clone, process.execPath, ['scripts/run.mjs', 'bench', ...cases, '--rounds', '1', '--record']);
  return Object.fromEntries(Object.values(readFigures(file)).flatMap(({ figures }) => Object.entries(figures)));
};

/**
 * Builds an earlier commit and the present one in clones, and measures them in turns, so that a slow minute of the machine
 * meets both.
 * @param say gets a line after each round, and the comparison at the end
 */
export const compareWith = (
  commit: string,
  cases: readonly string[],
  rounds: number,
  say: (line: string) => void,
): void => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-against-'));
  try {
    const [earlier, newer] = [commit, 'HEAD'].map((name, at) => {
      const clone = join(folder, String(at));
      run(inRepository('.'), 'git', ['worktree', 'add', '--detach', clone, name]);
      return { clone, runs: [] as Run[] };
    });
    if (!earlier || !newer) return;
    for (let round = 1; round <= rounds; round += 1) {
      // The first of a round finds other caches than the second.
      for (const side of round % 2 === 1 ? [earlier, newer] : [newer, earlier])
        side.runs.push(measureIn(side.clone, cases));
      say(`round ${round} of ${rounds}`);
    }
    for (const line of sideBySide(earlier.runs, newer.runs)) say(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    run(inRepository('.'), 'git', ['worktree', 'prune']);
  }
};
