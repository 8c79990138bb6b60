import type { StatisticsItem } from '@laurel/contracts/records';
import { describe, expect, it } from 'vitest';
import { category, LIVE, nomination } from '../../testing/edition.ts';
import {
  deepLinkOf,
  leadersOf,
  linkTo,
  type Nomination,
  nextPlace,
  nomineeCount,
  nomineeIn,
  openAtFirst,
  placesOf,
  progressOf,
  publishedOf,
  ranked,
  rankOf,
  shortLink,
  votedCount,
  voteStateOf,
  winnersOf,
  withChanges,
} from './flow.ts';

const crypto = category('crypto', 'ada', 'bell', 'clio', 'dora');
const award = nomination('award', crypto, category('finance', 'ada'));
const share = (name: string, percentage: number) => ({ company: name, percentage });
const item = (niche: string, ...results: { company: string; percentage: number }[]) => ({
  nomination: 'award',
  niche,
  results,
});

describe('ranking', () => {
  const shown = (statistics: readonly StatisticsItem[]) =>
    ranked(crypto, publishedOf(statistics, 'award', 'crypto'), undefined);
  const tags = (statistics: readonly StatisticsItem[]) => shown(statistics).map(({ tag }) => tag);

  it('NM-04 puts the highest first, ties in the edition’s order, everyone at 0 before the first vote', () => {
    expect(shown([]).map(({ tag, percent }) => [tag, percent])).toEqual([
      ['ada', 0],
      ['bell', 0],
      ['clio', 0],
      ['dora', 0],
    ]);
    const statistics = [item('crypto', share('ada', 20), share('bell', 30), share('clio', 30), share('dora', 20))];
    expect(tags(statistics)).toEqual(['bell', 'clio', 'ada', 'dora']);
  });

  it('ignores percentages of other categories, nominations and unknown nominees', () => {
    const statistics = [
      item('finance', share('dora', 90)),
      { ...item('crypto', share('clio', 90)), nomination: 'other' },
      item('crypto', share('bell', 60), share('stranger', 40)),
    ];
    expect(tags(statistics)).toEqual(['bell', 'ada', 'clio', 'dora']);
  });

  it('marks the user’s vote', () => {
    const marked = ranked(crypto, undefined, 'clio').filter(({ voted }) => voted);
    expect(marked.map(({ tag }) => tag)).toEqual(['clio']);
  });

  it('has a leader after the first vote', () => {
    expect(leadersOf(crypto, item('crypto', share('clio', 0)))).toEqual([]);
    expect(leadersOf(crypto, item('crypto', share('clio', 100)))).toEqual(['clio']);
    expect(leadersOf(crypto, undefined)).toEqual([]);
    expect(leadersOf(category('empty'), item('empty'))).toEqual([]);
  });

  it('ranks every nominee with the highest percentage as leader, later as winner', () => {
    const tie = item('crypto', share('ada', 10), share('bell', 45), share('dora', 45));
    const leaders = leadersOf(crypto, tie) ?? [];
    expect(leaders).toEqual(['bell', 'dora']);
    expect(rankOf('bell', leaders, 'open')).toBe('leader');
    expect(rankOf('bell', leaders, 'closed')).toBe('final');
    expect(rankOf('dora', leaders, 'announced')).toBe('sharedWinner');
    expect(rankOf('dora', ['dora'], 'announced')).toBe('winner');
    expect(rankOf('ada', leaders, 'announced')).toBeUndefined();
  });

  it('returns the winners of a nomination with one category, only once announced', () => {
    const single = nomination('award', crypto);
    const statistics = [item('crypto', share('bell', 45), share('dora', 45))];
    const ballot = { statistics, ownVotes: [], results: LIVE, onVote: () => undefined };
    const names = (given: Nomination, phase: 'closed' | 'announced') =>
      winnersOf(given, { ...ballot, phase }).map(({ tag }) => tag);
    expect(names(single, 'announced')).toEqual(['bell', 'dora']);
    expect(names(single, 'closed')).toEqual([]);
    expect(names(award, 'announced')).toEqual([]);
  });

  // This test fails, with the second nominee as winner, if only the nominees that the page knows are compared.
  it('has no leaders if the page does not know one of them', () => {
    expect(leadersOf(crypto, item('crypto', share('bell', 40), share('stranger', 60)))).toBeUndefined();
    expect(leadersOf(crypto, item('crypto', share('bell', 50), share('stranger', 50)))).toBeUndefined();
    expect(leadersOf(crypto, item('crypto', share('bell', 60), share('stranger', 40)))).toEqual(['bell']);
    const statistics = [item('crypto', share('bell', 40), share('stranger', 60))];
    const ballot = { statistics, ownVotes: [], results: LIVE, onVote: () => undefined, phase: 'announced' } as const;
    expect(winnersOf(nomination('award', crypto), ballot)).toEqual([]);
  });
});

describe('changes of the statistics', () => {
  it('replace the changed categories only', () => {
    const known = [item('crypto', share('ada', 100)), item('finance', share('ada', 0))];
    const changed = [item('crypto', share('ada', 50), share('bell', 50))];
    const now = withChanges(known, changed);
    expect(now).toEqual([changed[0], known[1]]);
    expect(now[1]).toBe(known[1]);
  });

  it('may add a category', () => {
    expect(withChanges([], [item('crypto')])).toEqual([item('crypto')]);
  });
});

describe('the URL', () => {
  const all = [award, nomination('second')];

  it('opens only its nomination', () => {
    const link = deepLinkOf('?nomination=second&utm=x', all);
    expect(link).toEqual({ kind: 'known', tag: 'second' });
    expect(openAtFirst(link, all, 'open')).toEqual(['second']);
  });

  it('names a nominee, in its category or the first that contains it', () => {
    const nomineeOf = (search: string) => {
      const link = deepLinkOf(search, all);
      return link.kind === 'known' ? link.nominee : link.kind;
    };
    expect(nomineeOf('?nomination=award&company=ada')).toEqual({ niche: 'crypto', company: 'ada' });
    expect(nomineeOf('?nomination=award&company=ada&niche=finance')).toEqual({ niche: 'finance', company: 'ada' });
    expect(nomineeOf('?nomination=award&company=bell&niche=finance')).toEqual({ niche: 'crypto', company: 'bell' });
    expect(nomineeOf('?nomination=award&company=stranger')).toBeUndefined();
    expect(nomineeOf('?nomination=gone&company=ada')).toBe('unknown');
  });

  it('of a nominee’s card leads to that card', () => {
    const there = { niche: 'finance', company: 'ada' };
    const { search, origin, searchParams } = new URL(linkTo('https://awards.example', award, there, 'uk'));
    expect(origin).toBe('https://awards.example');
    expect(searchParams.get('lang')).toBe('uk');
    expect(deepLinkOf(search, all)).toEqual({ kind: 'known', tag: 'award', nominee: there });
  });

  it('opens nothing for an unknown nomination', () => {
    expect(openAtFirst(deepLinkOf('?nomination=gone', all), all, 'open')).toEqual([]);
    expect(openAtFirst(deepLinkOf('?nomination=', all), all, 'open')).toEqual([]);
  });

  it('opens the first nomination without a parameter, unless the winners are announced', () => {
    expect(openAtFirst(deepLinkOf('', all), all, 'open')).toEqual(['award']);
    expect(openAtFirst(deepLinkOf('', []), [], 'open')).toEqual([]);
    // The winners are above the list.
    expect(openAtFirst(deepLinkOf('', all), all, 'announced')).toEqual([]);
    expect(openAtFirst(deepLinkOf('?nomination=award', all), all, 'announced')).toEqual(['award']);
  });
});

describe('the details of a nominee', () => {
  it.each([
    ['scheduled', undefined, 'scheduled'],
    ['open', undefined, 'open'],
    ['open', 'ada', 'chosen'],
    ['open', 'bell', 'voted'],
    ['closed', undefined, 'closed'],
    ['closed', 'bell', 'closed'],
    ['closed', 'ada', 'chosen'],
    ['announced', undefined, 'closed'],
    ['announced', 'ada', 'chosen'],
  ] as const)('in the phase %s with a vote for %s: %s', (phase, votedFor, state) => {
    expect(voteStateOf(phase, votedFor, 'ada')).toBe(state);
  });

  it('are those of its category', () => {
    const found = nomineeIn([award], { nomination: 'award', niche: 'crypto', vote: 'bell' });
    expect([found?.nomination.tag, found?.category.tag, found?.company.tag]).toEqual(['award', 'crypto', 'bell']);
    expect(nomineeIn([award], { nomination: 'award', niche: 'finance', vote: 'bell' })).toBeUndefined();
    expect(nomineeIn([award], { nomination: 'gone', niche: 'crypto', vote: 'bell' })).toBeUndefined();
  });

  it.each([
    ['https://www.ada.example/', 'ada.example'],
    ['http://ada.example/about', 'ada.example/about'],
  ])('shorten %s', (link, short) => {
    expect(shortLink(link)).toBe(short);
  });
});

it('counts the nominees of all categories, and the categories with a vote', () => {
  expect(nomineeCount(award)).toBe(5);
  const vote = { nomination: 'award', niche: 'crypto', vote: 'ada' };
  expect(votedCount(award, [vote, { ...vote, nomination: 'other', niche: 'finance' }])).toBe(1);
});

describe('the progress through the categories', () => {
  const program = [
    nomination('partner', category('crypto', 'ada'), category('finance', 'bell')),
    nomination('voice', category('all', 'clio')),
  ];
  const [crypto, finance, voice] = placesOf(program);
  const votes = (...places: (typeof crypto)[]) => places.flatMap((place) => (place ? [{ ...place, vote: 'any' }] : []));

  it('counts each category once, and no vote in a withdrawn category', () => {
    expect(progressOf(program, [])).toEqual({ voted: 0, total: 3 });
    const gone = { nomination: 'partner', niche: 'gone' };
    expect(progressOf(program, votes(crypto, voice, gone))).toEqual({ voted: 2, total: 3 });
  });

  it('leads to the next category without a vote, and back to the first ones after the last', () => {
    expect(nextPlace(program, [])).toEqual(crypto);
    expect(nextPlace(program, votes(crypto), crypto)).toEqual(finance);
    expect(nextPlace(program, votes(finance), finance)).toEqual(voice);
    expect(nextPlace(program, votes(voice, finance), voice)).toEqual(crypto);
    expect(nextPlace(program, votes(crypto), { nomination: 'gone', niche: 'all' })).toEqual(finance);
  });

  it('has no next category once there is a vote in each', () => {
    expect(nextPlace(program, votes(crypto, finance, voice), finance)).toBeUndefined();
    expect(nextPlace([], [])).toBeUndefined();
  });
});
