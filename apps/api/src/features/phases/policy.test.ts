import type { PhaseTimes } from '@laurel/contracts/phase';
import { describe, expect, it } from 'vitest';
import { effectiveTimes, isSameMoved, type Move, type Moved, planMove, votingEndsAt } from './policy.ts';

const day = (number: number): Date => new Date(Date.UTC(2030, 0, number));
const files: PhaseTimes = { votingOpensAt: day(1), votingClosesAt: day(10), winnersAnnouncedAt: day(20) };
const none: PhaseTimes = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
const plan = (
  move: Partial<Move>,
  { moved = {}, now = day(5), of = files }: { moved?: Moved; now?: Date; of?: PhaseTimes } = {},
) => planMove(of, moved, { clear: false, ...move }, now);

describe('the moments that hold', () => {
  it('are the files’ own, but where an organiser moved one, or took it away', () => {
    expect(effectiveTimes(files, {})).toEqual(files);
    expect(effectiveTimes(files, { closes: day(11), announced: null })).toEqual({
      votingOpensAt: day(1),
      votingClosesAt: day(11),
      winnersAnnouncedAt: null,
    });
    expect(votingEndsAt(files)).toEqual(day(10));
    expect(votingEndsAt(effectiveTimes(files, { closes: null }))).toEqual(day(20));
    expect(votingEndsAt(none)).toBeNull();
  });

  it('tell what was taken away from what was never moved', () => {
    expect(isSameMoved({}, {})).toBe(true);
    expect(isSameMoved({ closes: null }, {})).toBe(false);
    expect(isSameMoved({ closes: day(1) }, { closes: day(1) })).toBe(true);
    expect(isSameMoved({ closes: day(1) }, { closes: day(2) })).toBe(false);
  });
});

describe('a move', () => {
  it('keeps what was moved before, unless it is cleared', () => {
    expect(plan({ closes: day(8) }, { moved: { announced: day(30) } }).moved).toEqual({
      closes: day(8),
      announced: day(30),
    });
    expect(plan({ closes: day(8), clear: true }, { moved: { announced: day(30) } }).moved).toEqual({ closes: day(8) });
    expect(plan({ clear: true }, { moved: { announced: day(30) } })).toMatchObject({ moved: {}, after: files });
  });

  it('closes, announces and opens again now', () => {
    expect(plan({ closes: 'now' })).toMatchObject({
      phaseBefore: 'open',
      phaseAfter: 'closed',
      moved: { closes: day(5) },
    });
    expect(plan({ closes: 'now', announced: 'now' })).toMatchObject({ phaseAfter: 'announced' });
    expect(plan({ closes: day(15) }, { now: day(12) })).toMatchObject({ phaseBefore: 'closed', phaseAfter: 'open' });
    expect(plan({ closes: null, announced: null }, { now: day(12) })).toMatchObject({ phaseAfter: 'open' });
    expect(plan({ opens: 'now' }, { now: new Date(0) })).toMatchObject({
      phaseBefore: 'scheduled',
      phaseAfter: 'open',
    });
  });

  it.each<[string, Partial<Move>, string]>([
    ['order', { opens: day(10) }, 'Move both: --opens and --closes.'],
    ['order', { closes: day(21) }, 'Move both: --closes and --announced.'],
    ['order', { announced: 'now' }, 'before voting closes'],
    ['order', { opens: day(21), closes: null }, 'before voting opens'],
    ['order', { opens: day(20), closes: null }, 'before voting opens'],
    ['the past', { closes: day(4) }, 'Use --closes now.'],
    ['the past', { closes: null, announced: day(4) }, 'Use --closes now.'],
    ['nothing', { clear: true }, 'These are the times already.'],
  ])('is refused for %s: %j', (_why, move, said) => {
    expect(() => plan(move)).toThrow(said);
  });

  it.each<[string, Partial<Move>, Moved]>([
    ['no closing time anywhere', { announced: 'now' }, { closes: null, announced: null }],
    ['the closing time taken away by the same move', { announced: 'now', closes: null }, {}],
    ['the announcement at this very moment', { announced: day(5) }, { closes: null }],
  ])('to announce while voting is open is refused: %s', (_why, move, moved) => {
    expect(() => plan(move, { moved })).toThrow('Use --closes now --announced now.');
  });

  it('may announce without a closing time once voting is over, and later than now', () => {
    const over = { moved: { closes: null, announced: day(4) } };
    expect(plan({ announced: day(6) }, { moved: { closes: null, announced: day(8) } })).toMatchObject({
      phaseAfter: 'open',
    });
    expect(plan({ opens: day(2) }, over)).toMatchObject({ phaseBefore: 'announced', phaseAfter: 'announced' });
  });

  it('is refused where clearing it would end voting in the past, or nothing changes', () => {
    expect(() => plan({ clear: true }, { moved: { closes: day(15) }, now: day(12) })).toThrow('Use --closes now.');
    expect(() => plan({ closes: day(8) }, { moved: { closes: day(8) } })).toThrow('These are the times already.');
    expect(plan({ closes: day(15), announced: day(15) }, { of: none }).after.winnersAnnouncedAt).toEqual(day(15));
  });
});
