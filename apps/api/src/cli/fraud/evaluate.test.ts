import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLines } from '@laurel/nights/format';
import { nightOf } from '@laurel/nights/night';
import { farm } from '@laurel/nights/plans';
import { factsOf } from '@laurel/support/night-facts';
import { describe, expect, it } from 'vitest';
import { findClusters } from '../../features/clusters/clusters.policy.ts';
import { endOf, startLaurel, useFolder } from '../testing.ts';

const folder = useFolder('file');
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
type Printed = { certainty: string; accounts: string[]; for: unknown[]; reasons: unknown[] };
const evaluate = (...argv: string[]) => endOf(startLaurel(['fraud', 'evaluate', ...argv]));

describe('laurel fraud evaluate', () => {
  it('finds in a database what the search finds in the same facts, and measures it', async () => {
    const dials = { numbers: 'row', steps: 'script', mailboxes: 'template', camouflage: 0 } as const;
    const night = nightOf({ seed: 21, people: 400, farms: [farm(dials)] });
    const [path, truth] = [file('night.jsonl', jsonLines(night.lines)), file('truth.jsonl', jsonLines(night.truth))];
    const { stdout, code } = await evaluate(path, '--truth', truth, '--json');
    const { clusters, measures }: { clusters: Printed[]; measures: unknown } = JSON.parse(stdout);
    const { facts, votes } = factsOf(night);
    const likely = <Of extends { certainty: string }>(of: readonly Of[]): Of[] =>
      of.filter(({ certainty }) => certainty === 'likely');
    expect(code).toBe(0);
    expect(likely(clusters).map(({ accounts }) => accounts.toSorted())).toEqual(
      likely(findClusters(facts, votes).clusters).map(({ people }) => people.map(({ voter }) => voter).toSorted()),
    );
    expect(measures).toEqual({ farms: 1, farmsFound: 1, honest: 400, honestInLikely: 0, likelyPrecision: 1 });
    expect(clusters[0]?.reasons[0]).toEqual({
      signal: expect.any(String),
      text: expect.stringContaining(' of '),
      share: expect.any(Number),
      base: expect.any(Number),
    });
    expect(clusters[0]?.for[0]).toEqual({
      nomination: expect.any(String),
      niche: expect.any(String),
      company: expect.any(String),
    });
  });

  it('names the line and the field of a night that is not well-formed', async () => {
    const path = file('broken.jsonl', '\n{"type":"vote","at":"2025-12-01T20:00:00.000Z"}\n');
    const { stderr, code } = await evaluate(path);
    expect([code, stderr]).toEqual([2, expect.stringContaining('line 2: account')]);
  });
});
