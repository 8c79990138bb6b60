import type { Signal } from '@laurel/contracts/console/cluster-records';
import type { Night } from '@laurel/nights/format';
import { nightOf } from '@laurel/nights/night';
import { crowd, farm } from '@laurel/nights/plans';
import { factsOf } from '@laurel/support/night-facts';
import { describe, expect, it } from 'vitest';
import { findClusters } from './clusters.policy.ts';
import type { VoterFacts } from './voters.policy.ts';

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

  // Fails if only a domain of one in fifty voters is a company's.
  it('is in no likely cluster: an office that is an eighth of a small award', () => {
    const night = nightOf({ seed: 10, people: 800, crowds: [crowd('office', { size: 110 })] });
    expect(search(night).filter(({ certainty }) => certainty === 'likely')).toEqual([]);
  });
});

/** The clusters of a night in which half a hundred voters of one nominee share something more. */
const sharing = (night: Night, whose: ReadonlySet<string>, more: (one: VoterFacts) => Partial<VoterFacts>) => {
  const { facts, votes } = factsOf(night);
  const changed = facts.map((each) => (whose.has(each.voter) ? { ...each, ...more(each) } : each));
  return findClusters(changed, votes).clusters.map(({ people, ...cluster }) => ({
    ...cluster,
    caught: people.filter(({ voter }) => whose.has(voter)).length,
  }));
};

describe('a farm of fifty whose accounts tell little', () => {
  const night = nightOf({ seed: 13, people: 1_500, farms: [farm({})] });
  const step = (seconds: number) => (one: VoterFacts) => one.registeredAt + seconds * 1_000;
  it.each<[string, (one: VoterFacts) => Partial<VoterFacts>]>([
    ['mailboxes that differ by numbers', () => ({ mailboxStem: 'one' })],
    ['names that begin alike', () => ({ nameStart: 'one' })],
    [
      'two things of which neither is rare',
      (one) => ({
        telegramAge: '2023',
        steps: [step(60)(one), ...one.steps.slice(1)],
      }),
    ],
  ])('is found by %s', (_, more) => {
    const caught = sharing(night, accountsIn(night), more).map((each) => each.caught);
    expect(Math.max(0, ...caught)).toBeGreaterThanOrEqual(25);
  });
});

describe('people of one house and one nominee', () => {
  const night = nightOf({ seed: 14, people: 1_500 });
  const { votes } = factsOf(night);
  const firstOf = (count: number): Set<string> =>
    new Set(
      votes
        .filter(({ nominee }) => nominee === votes[0]?.nominee)
        .map(({ voter }) => voter)
        .slice(0, count),
    );
  const certaintyOf = (count: number, shared: Partial<VoterFacts>): string | undefined => {
    const found = sharing(night, firstOf(count), () => ({ network: '192.0.2.0', ...shared }));
    return found.find(({ caught }) => caught * 2 > count)?.certainty;
  };

  // Both fail if what people of one house share counts there, too.
  it.each([
    ['a school class of one age', 25, { telegramAge: '2023', mailDomain: 'school.example' }, 'possible'],
    ['a family of one name', 6, { nameEnd: 'one', agent: 'their tablet' }, 'possible'],
    ['more namesakes than a family has', 60, { nameEnd: 'one' }, 'likely'],
  ])('%s', (_, count, shared, certainty) => {
    expect(certaintyOf(count, shared)).toBe(certainty);
  });
});
