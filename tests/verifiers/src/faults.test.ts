import { describe, expect, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { goodCase } from './good.ts';
import { runBlock } from './run-block.ts';
import { runScript } from './run-script.ts';

const VERIFIERS = [
  { name: 'verify.py', run: runScript },
  { name: 'verify.html', run: runBlock },
];

describe.each(VERIFIERS)('$name', ({ run }) => {
  it('holds for a night without a fault, with what people kept', async () => {
    expect(await run(await goodCase())).toMatchObject({ exit: 0, codes: [] });
  });

  it.each(FAULTS)('finds $name', async ({ make, finds }) => {
    expect(await run(await make())).toMatchObject({ exit: 1, codes: finds.toSorted() });
  });
});
