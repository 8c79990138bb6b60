// The leaves of the report stand behind a result, count from 1, and explain no other result.
import { encodeLeaf } from '@laurel/contracts/public-log/leaves';
import { describe, expect, it } from 'vitest';
import { goodNight, resigned, withRows } from './case.ts';
import type { Row } from './night.ts';
import { runBlock } from './run-block.ts';
import { runScript } from './run-script.ts';

const report = (version: number): Row => ({
  leaf: encodeLeaf({ type: 'report', year: 2026, version, digest: 'ab'.repeat(32) }),
});
const shout = (row: Row): Row => ({ leaf: Buffer.from(Buffer.from(row.leaf).toString().replace(/ab/g, 'AB')) });

const found = async (change: (rows: readonly Row[]) => Row[]) => {
  const given = await resigned(withRows(goodNight(), change));
  const [script, block] = await Promise.all([runScript(given), runBlock(given)]);
  expect(block.codes).toEqual(script.codes);
  return script.codes;
};

describe('both verifiers', () => {
  it('accept versions of the report behind the result', async () => {
    expect(await found((rows) => [...rows, report(1), report(2)])).toEqual([]);
  });

  // The last one fails without the rule that a report explains no result.
  it.each<readonly [string, string, (rows: readonly Row[]) => Row[]]>([
    ['a report before the first result', 'history', (rows) => rows.toSpliced(-3, 0, report(1))],
    ['a version that is left out', 'history', (rows) => [...rows, report(2)]],
    ['a version that comes twice', 'history', (rows) => [...rows, report(1), report(1)]],
    ['a digest in capitals', 'leaf', (rows) => [...rows, shout(report(1))]],
    ['a result that only a report explains', 'result', (rows) => [...rows, report(1), ...rows.slice(-1)]],
  ])('find %s', async (_, code, change) => {
    expect(await found(change)).toEqual([code]);
  });
});
