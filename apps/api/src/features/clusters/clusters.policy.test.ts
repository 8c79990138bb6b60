import type { Signal } from '@laurel/contracts/console/cluster-records';
import type { Night } from '@laurel/nights/format';
import { nightOf } from '@laurel/nights/night';
import { crowd, farm } from '@laurel/nights/plans';
import { factsOf } from '@laurel/support/night-facts';
import { describe, expect, it } from 'vitest';
import { findClusters } from './clusters.policy.ts';

const search = (night: Night) => {
  const { facts, votes } = factsOf(night);
  return findClusters(facts, votes).clusters;
};
const accountsIn = ({ truth }: Night): Set<string> => new Set(truth.map(({ account }) => account));

/** The cluster that holds most of the people whom the truth names, and how many of them. */
const caughtIn = (night: Night) => {
  const named = accountsIn(night);
  const caught = search(night).map((cluster) => ({
    cluster,
    count: cluster.people.filter(({ voter }) => named.has(voter)).length,
  }));
  return caught.toSorted((a, b) => b.count - a.count)[0];
};

describe('a farm of fifty', () => {
  it.each<[Signal, Parameters<typeof farm>[0]]>([
    ['numbers_in_a_row', { numbers: 'row' }],
    ['one_network', { network: 'servers' }],
    ['one_machine', { browsers: 'one' }],
    ['template', { mailboxes: 'template', names: 'numbered' }],
    ['made_in_a_batch', { steps: 'script' }],
    ['young_social', { social: 'young' }],
    ['share_jumps', { when: 'burst', camouflage: 0 }],
    ['only_here', { camouflage: 0, when: 'burst' }],
    ['same_ballot', { camouflage: 0, bought: 6 }],
    ['dense_block', { numbers: 'row', network: 'servers', steps: 'script' }],
  ])('of which little else shows is found by its signal: %s', (signal, dials) => {
    const found = caughtIn(nightOf({ seed: 11, people: 1_500, farms: [farm(dials)] }));
    expect(found?.cluster.reasons.map((each) => each.signal)).toContain(signal);
    expect(found?.count).toBeGreaterThanOrEqual(25);
  });
});

describe('an honest crowd', () => {
  it.each([
    'hall',
    'carrier',
    'channel',
    'channel_lifts_all',
    'office',
    'fans',
    'few_prefixes',
    'dormitory',
    'call_centre',
  ])('is in no likely cluster: %s', (name) => {
    const night = nightOf({ seed: 12, people: 1_500, crowds: [crowd(name)] });
    expect(search(night).filter(({ certainty }) => certainty === 'likely')).toEqual([]);
  });
});
