import { expect, it } from 'vitest';
import { byLine, countFinished } from './finished.ts';

const TESTS = [
  { file: 'apps/api/src/features/votes/routes.test.ts', title: 'one vote' },
  { file: 'apps/api/src/features/votes/routes.test.ts', title: 'no vote of %s' },
  { file: 'tests/stack/src/caddy.stack.ts', title: 'holds' },
  { file: 'tests/e2e/src/landing.spec.ts', title: 'keeps $name out' },
  { file: 'tests/e2e/src/landing.spec.ts', title: 'folds' },
];

it('counts each test once, when its file or the test itself ends', () => {
  const count = countFinished(TESTS);
  const counted = [
    ' RUN  v5.1.0 /repository',
    '   ✓ one vote 501ms',
    ' \u001b[32m✓\u001b[39m |@laurel/api| src/features/votes/routes.test.ts (12 tests) 25ms',
    ' ✓ |@laurel/api| src/features/votes/routes.test.ts (12 tests) 25ms',
    ' ❯ src/caddy.stack.ts (1 test | 1 failed) 25ms',
    '  ✓  1 landing.spec.ts:12:3 › keeps strangers out (1.2s)',
    '  ✘  2 landing.spec.ts:20:3 › folds up (1.2s)',
    '  ✘  3 src/landing.spec.ts:30:3 › the head › folds (1.2s)',
  ].map(count);
  expect(counted).toEqual([0, 0, 2, 0, 1, 1, 0, 1]);
});

it('splits pieces of output into lines', () => {
  const lines: string[] = [];
  const hear = byLine((line) => lines.push(line));
  for (const piece of ['a', 'b\nc', '\n\n', 'd']) hear(piece);
  expect(lines).toEqual(['ab', 'c', '']);
});
