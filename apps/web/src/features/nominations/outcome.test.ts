import type { StatisticsItem } from '@laurel/contracts/records';
import { describe, expect, it } from 'vitest';
import { category, LIVE, nomination } from '../../testing/edition.ts';
import { emptyNoteOf, outcomesOf } from './outcome.ts';

const share = (company: string, percentage: number) => ({ company, percentage });
const item = (niche: string, ...results: StatisticsItem['results']): StatisticsItem => ({
  nomination: 'award',
  niche,
  results,
});

describe('the outcome of a nomination', () => {
  const voice = nomination('voice', category('one', 'ada', 'bell', 'clio', 'dora', 'echo'), category('none', 'ada'));
  const outcome = (...percentages: number[]) => {
    const results = voice.categories[0]?.companies.map(({ tag }, place) => ({
      company: tag,
      percentage: percentages[place] ?? 0,
    }));
    const [one] = outcomesOf(voice, [{ nomination: 'voice', niche: 'one', results: results ?? [] }]);
    const tags = (companies: readonly { tag: string }[] = []) => companies.map(({ tag }) => tag);
    return { winners: tags(one?.winners), runnersUp: tags(one?.runnersUp) };
  };

  it('is the nominee with the most votes, and the two below', () => {
    expect(outcome(10, 40, 30, 20)).toEqual({ winners: ['bell'], runnersUp: ['clio', 'dora'] });
  });

  it('is shared by nominees with equal votes; a nominee without votes is no runner-up', () => {
    expect(outcome(40, 40, 20)).toEqual({ winners: ['ada', 'bell'], runnersUp: ['clio'] });
    expect(outcome(0, 100)).toEqual({ winners: ['bell'], runnersUp: [] });
  });

  it('is the nominee whom a draw chose among equal ones, and the others are behind', () => {
    const results = [share('ada', 40), share('bell', 40), share('clio', 20)];
    const [one] = outcomesOf(voice, [{ nomination: 'voice', niche: 'one', results, drawn: 'bell' }]);
    expect(one).toMatchObject({
      drawn: true,
      winners: [{ tag: 'bell' }],
      runnersUp: [{ tag: 'ada' }, { tag: 'clio' }],
    });
  });

  it('names all who share the third place', () => {
    expect(outcome(10, 50, 20, 10, 10)).toEqual({ winners: ['bell'], runnersUp: ['clio', 'ada', 'dora', 'echo'] });
    expect(outcome(5, 50, 20, 20, 5)).toEqual({ winners: ['bell'], runnersUp: ['clio', 'dora'] });
  });

  // This test fails, with the second nominee as winner, if only the nominees that the page knows are compared.
  it('is outdated if the page does not know a winner', () => {
    const [one, none] = outcomesOf(voice, [
      { nomination: 'voice', niche: 'one', results: [share('ada', 30), share('bell', 20), share('stranger', 50)] },
      { nomination: 'voice', niche: 'none', results: [share('ada', 50), share('stranger', 50)] },
    ]);
    for (const each of [one, none]) expect(each).toMatchObject({ known: true, outdated: true, winners: [] });
  });

  it('names no runners-up if the page does not know one of them', () => {
    const of = (...results: StatisticsItem['results']) => {
      const [one] = outcomesOf(voice, [{ nomination: 'voice', niche: 'one', results }]);
      expect(one).toMatchObject({ outdated: false, winners: [{ tag: 'ada' }] });
      return one?.runnersUp.map(({ tag }) => tag);
    };
    expect(of(share('ada', 50), share('bell', 20), share('clio', 5), share('stranger', 25))).toEqual([]);
    expect(of(share('ada', 50), share('bell', 30), share('stranger', 20))).toEqual([]);
    expect(of(share('ada', 50), share('bell', 26), share('clio', 20), share('stranger', 4))).toEqual(['bell', 'clio']);
    expect(of(share('ada', 60), share('bell', 40), share('stranger', 0))).toEqual(['bell']);
  });

  it('is empty in a category without votes, and unknown without totals', () => {
    expect(outcome()).toEqual({ winners: [], runnersUp: [] });
    const empty = { nomination: 'voice', niche: 'one', results: [{ company: 'ada', percentage: 0 }] };
    expect(outcomesOf(voice, [empty])).toMatchObject([
      { winners: [], known: true },
      { winners: [], known: false },
    ]);
  });
});

describe('the note of a category without percentages', () => {
  const none = item('crypto', share('ada', 0), share('bell', 0));
  const note = (
    phase: 'scheduled' | 'open' | 'closed' | 'announced',
    published: StatisticsItem | undefined = none,
    votedFor?: string,
    results: Parameters<typeof emptyNoteOf>[0]['results'] = LIVE,
  ) => emptyNoteOf({ phase, results }, published, votedFor);
  const every = (seconds: number, votes: number) => ({ ...LIVE, publishEvery: { seconds, votes } });

  it('says what is true in each phase, and nothing before the vote', () => {
    const phases = ['scheduled', 'open', 'closed', 'announced'] as const;
    expect(phases.map((phase) => note(phase))).toEqual([undefined, 'emptyOpen', 'emptyClosed', 'emptyClosed']);
    const hidden = { ...LIVE, visibility: 'hidden', visible: false } as const;
    for (const phase of phases) expect(note(phase, undefined, undefined, hidden)).toBe('hiddenResults');
  });

  it('does not treat unknown totals as zeros', () => {
    const unknown = (phase: 'scheduled' | 'open' | 'closed' | 'announced') =>
      emptyNoteOf({ phase, results: LIVE }, undefined, undefined);
    expect(unknown('scheduled')).toBeUndefined();
    for (const phase of ['open', 'closed', 'announced'] as const) expect(unknown(phase)).toBe('loading');
    const onStage = { ...LIVE, onStage: true } as const;
    expect(emptyNoteOf({ phase: 'announced', results: onStage }, undefined, undefined)).toBe('onStage');
  });

  it('does not invite to be the first voter if votes are published with a delay', () => {
    expect(note('open', none, undefined, every(1, 10))).toBe('emptyLater');
    expect(note('open', none, undefined, every(60, 1))).toBe('emptyLater');
    expect(note('closed', none, undefined, every(60, 10))).toBe('emptyClosed');
  });

  it('is absent with votes, and while the user’s own vote is not published', () => {
    expect(note('open', item('crypto', share('ada', 100)))).toBeUndefined();
    expect(note('open', none, 'ada')).toBeUndefined();
  });
});
