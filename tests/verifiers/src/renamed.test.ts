// A log can't show what a tag was called when people voted for it, but its editions do. Another name is no fault, because names have
// typing errors; both verifiers list it.
import { expect, it } from 'vitest';
import { otherNight } from './case.ts';
import { CATEGORIES } from './night.ts';
import { bundleOf, formatBundle } from './papers.ts';
import { runBlock } from './run-block.ts';
import { runScript } from './run-script.ts';

// This test fails with a comparison of tags alone: the log holds, and nothing is said about the exchange.
it('both verifiers name each tag whose name changed, and the log holds', async () => {
  const night = otherNight(() => ({
    names: {
      'orbit-crew': ['Bright Star', 'Lantern'],
      'north-star': ['Lantern', 'Bright\u001b[2J Star'],
      'silver-fox': ['Фокс', 'Фокс'],
    },
  }));
  const given = { bundle: formatBundle(await bundleOf(night)) };
  const renamed = CATEGORIES.flatMap((category) => [
    `2 calls ${category}/orbit-crew "Lantern", which was "Bright Star" before.`,
    `2 calls ${category}/north-star "Bright\u001b[2J Star", which was "Lantern" before.`,
  ]).sort();
  const [script, block] = await Promise.all([runScript(given), runBlock(given)]);
  expect([script.exit, script.codes, block.exit, block.codes]).toEqual([0, [], 0, []]);
  expect(block.renamed.sort()).toEqual(renamed);
  // What a terminal would obey is replaced.
  expect(script.renamed.sort()).toEqual(renamed.map((each) => each.replace('\u001b', '?')).sort());
  expect(script.sentence).toContain('; the names of 6 tags changed meanwhile, as listed above.');
});
