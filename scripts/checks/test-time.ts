import { lineAt, type Problem, type Repository } from './repository.ts';

/** Tests and their helpers. The benchmarks and the cluster measure time, and load is made in time. */
const TESTS =
  /\.(?:test|spec)\.tsx?$|^tests\/(?:attack|deployment|e2e|stack|support|verifiers)\/src\/|^apps\/\w+\/src\/testing\//;
/** The only file that installs a page's clock: it pauses the clock, too. */
const PAGE_CLOCK = 'tests/e2e/src/site/clock.ts';
/** The limit of a wait in vitest.shared.ts, in ms. */
const WAIT_MS = 90_000;
/** A reason for real time, in the comment on the line or directly above. */
const REASON = 'Real time:';

const SLEEP = /import \{[^}]*\bsetTimeout(?: as (\w+))?[^}]*\} from 'node:timers\/promises'/;

type Rule = {
  readonly pattern: RegExp;
  readonly message: string;
  /** Whether a comment may give the reason. */
  readonly mayHaveReason?: boolean;
};

/** The rules for a file, whose text names its timers. */
const rulesFor = (file: string, text: string): readonly Rule[] => [
  { pattern: /\bwaitForTimeout\(/g, message: 'waits for time to pass: wait for an event or a state' },
  {
    pattern: /\bvi\.wait(?:For|Until)\(/g,
    message: 'has a limit of its own: use expect.poll, or until() of tests/support',
  },
  { pattern: /\bshouldAdvanceTime: true|\bclock\.resume\(/g, message: 'lets a fake clock run: move it by hand' },
  {
    pattern: file === PAGE_CLOCK ? /$^/g : /\bclock\.install\(/g,
    message: `lets the page's clock run: use holdClock() of ${PAGE_CLOCK}`,
  },
  {
    pattern: new RegExp(
      `(?<![\\w.])(?:setTimeout|${SLEEP.exec(text)?.[1] ?? 'setTimeout'})\\(|\\bAbortSignal\\.timeout\\(`,
      'g',
    ),
    message: 'uses a timer: wait for an event or a state',
    mayHaveReason: true,
  },
  {
    pattern: /\btimeout: ?(?<limit>[\d_]+)/g,
    message: 'has a limit that a slow machine exceeds: leave it out',
    mayHaveReason: true,
  },
];

/** The comment on a line and those directly above it. */
const commentAt = (lines: readonly string[], index: number): string => {
  let above = index;
  while (/^\s*(?:\/\/|\/?\*)/.test(lines[above - 1] ?? '')) above -= 1;
  return lines.slice(above, index + 1).join('\n');
};

/**
 * Finds what makes a test depend on the speed of the machine: waiting for time to pass, a fake clock that runs, and limits
 * that a slow machine exceeds. A comment with “Real time:” gives the reason for a timer or a short limit.
 */
export function checkTestTime(repository: Repository): Problem[] {
  return repository.files
    .filter((file) => TESTS.test(file) && !file.startsWith('scripts/checks/'))
    .flatMap((file) => {
      const text = repository.read(file);
      const lines = text.split('\n');
      return rulesFor(file, text).flatMap(({ pattern, message, mayHaveReason }) =>
        [...text.matchAll(pattern)]
          .map(({ index, groups }) => ({ line: lineAt(text, index), limit: groups?.limit ?? '' }))
          .filter(({ limit }) => Number(limit.replaceAll('_', '')) < WAIT_MS)
          .filter(({ line }) => !(mayHaveReason && commentAt(lines, line - 1).includes(REASON)))
          .map(({ line }) => ({
            file: `${file}:${line}`,
            message: mayHaveReason ? `${message}, or give the reason: // ${REASON} …` : message,
          })),
      );
    });
}
