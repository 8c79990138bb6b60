import { describe, expect, it } from 'vitest';
import { otherNight, resigned, withRows } from './case.ts';
import { FAULTS } from './faults.ts';
import { goodCase } from './good.ts';
import { day, lateNight } from './late-night.ts';
import { bundleOf, formatBundle } from './papers.ts';
import { runBlock } from './run-block.ts';
import { runPiped, runScript } from './run-script.ts';

const VERIFIERS = [
  { name: 'verify.py', run: runScript },
  { name: 'verify.html', run: runBlock },
];

describe.each(VERIFIERS)('$name', ({ run }) => {
  it('holds for a night without a fault, with what people kept', async () => {
    expect(await run(await goodCase())).toMatchObject({ exit: 0, codes: [] });
  });

  it('holds for a night whose voting was opened again after a result', async () => {
    const bundle = formatBundle(await bundleOf(lateNight({ votingClosesAt: day(31) })));
    expect(await run({ bundle })).toMatchObject({ exit: 0, codes: [] });
    const endless = withRows(lateNight({ votingClosesAt: null }), (rows) => [
      ...rows.slice(0, -1),
      ...lateNight({ votingClosesAt: day(31) }).rows.slice(-5, -4),
      ...rows.slice(-1),
    ]);
    expect(await run(await resigned(endless))).toMatchObject({ exit: 0, codes: [] });
  });

  it('holds for a log of an earlier release, and says what its leaves do not', async () => {
    const old = otherNight(({ exclusions }) => ({
      voters: null,
      exclusions: exclusions.map((each) => ({ ...each, isOld: true })),
    }));
    const { header, ...rest } = await bundleOf(old);
    const verdict = await run({ bundle: formatBundle({ ...rest, header: { ...header, voters: 20 } }) });
    expect(verdict).toMatchObject({ exit: 0, codes: [] });
    expect(verdict.seen).toMatchObject({ voters: '20 in no leaf', exclusions: '2, 3 leaves without a commitment' });
  });

  it('says what was seen of a log that holds', async () => {
    const reopened = await run(await resigned(lateNight({ votingClosesAt: day(31) })));
    expect(reopened.seen).toEqual({
      votes: '60',
      voters: '20',
      witnesses: 'one.example, two.example',
      editions: '2',
      reopenings: '1',
      exclusions: '2',
      'left-out votes': '3',
      results: '2',
    });
  });

  it.each(FAULTS)('finds $name', async ({ make, finds, aside = [] }) => {
    const exit = finds.length > 0 ? 1 : 0;
    expect(await run(await make())).toMatchObject({ exit, codes: finds.toSorted(), aside: aside.toSorted() });
  });
});

describe('verify.py with a bundle that comes through a pipe', () => {
  it('holds for a night without a fault', async () => {
    const { bundle } = await goodCase();
    expect(await runPiped(bundle)).toMatchObject({ exit: 0 });
  });

  // This test fails when the second reading, which found the pipe at its end, said nothing: the bundle held.
  it('can’t check a vote that may be in the log twice, and asks for a file', async () => {
    const fault = FAULTS.find(({ name }) => name === 'a vote in the log twice');
    const { bundle = '' } = (await fault?.make()) ?? {};
    const { exit, stdout } = await runPiped(bundle);
    expect(exit).toBe(2);
    expect(stdout).toContain('The bundle can be read only once: save it to a file');
  });
});
