import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isEmbargoed,
  isOver,
  nominatingInOrder,
  PHASES,
  type PhaseTimes,
  phaseAt,
  phaseTimesText,
  readPhaseTimes,
  resultsVisible,
  shownPhaseAt,
  votingEndsAt,
  votingPhase,
} from './phase.ts';

const day = (n: number): Date => new Date(Date.UTC(2031, 2, n));
const justBefore = (time: Date): Date => new Date(time.getTime() - 1);
const times = (opens: number | null, closes: number | null, announced: number | null): PhaseTimes => ({
  votingOpensAt: opens === null ? null : day(opens),
  votingClosesAt: closes === null ? null : day(closes),
  winnersAnnouncedAt: announced === null ? null : day(announced),
});

it.each([
  ['the closing time', { votingClosesAt: 20, winnersAnnouncedAt: 28 }, 20],
  ['the announcement, without a closing time', { votingClosesAt: null, winnersAnnouncedAt: 28 }, 28],
  ['never, without both', { votingClosesAt: null, winnersAnnouncedAt: null }, null],
])('voting ends at %s', (_, given, end) => {
  expect(votingEndsAt<number>(given)).toBe(end);
});

it('an embargo hides the numbers from the staff until the winners are announced', () => {
  expect(PHASES.filter((phase) => isEmbargoed('embargo', phase))).toEqual(['scheduled', 'open', 'closed']);
  expect(PHASES.filter((phase) => isEmbargoed('open', phase))).toEqual([]);
});

describe('phaseAt', () => {
  it('is always open without times', () => {
    expect(phaseAt(times(null, null, null), new Date(0))).toBe('open');
    expect(phaseAt(times(null, null, null), new Date(8.64e15))).toBe('open');
  });

  it('changes at each time, to the millisecond', () => {
    const changes = [1, 20, 28].flatMap((number) => [justBefore(day(number)), day(number)]);
    const phases = ['scheduled', 'open', 'open', 'closed', 'closed', 'announced'];
    expect(changes.map((now) => phaseAt(times(1, 20, 28), now))).toEqual(phases);
  });

  it.each([
    ['only an opening', times(10, null, null), ['scheduled', 'open', 'open']],
    ['only a closing', times(null, 10, null), ['open', 'closed', 'closed']],
    ['only an announcement', times(null, null, 10), ['open', 'announced', 'announced']],
    ['an opening and an announcement', times(10, null, 15), ['scheduled', 'open', 'announced']],
    ['a closing and an announcement', times(null, 10, 15), ['open', 'closed', 'announced']],
  ])('with %s', (_, given, expected) => {
    expect([day(5), day(10), day(15)].map((now) => phaseAt(given, now))).toEqual(expected);
  });

  it('never goes back', () => {
    const time = fc.option(fc.integer({ min: 1, max: 28 }));
    fc.assert(
      fc.property(fc.tuple(time, time, time), fc.integer({ min: 0, max: 29 }), (given, now) => {
        const [opens, closes, announced] = given;
        const before = PHASES.indexOf(phaseAt(times(opens, closes, announced), day(now)));
        const after = PHASES.indexOf(phaseAt(times(opens, closes, announced), day(now + 1)));
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('nominating', () => {
  const { votingOpensAt, ...rest } = times(10, 20, 28);
  const within = (opens: Date | null, closes: Date | null, voting = votingOpensAt): PhaseTimes => ({
    ...rest,
    nominatingOpensAt: opens,
    nominatingClosesAt: closes,
    votingOpensAt: voting,
  });

  it('is shown between its two times, to the millisecond, and never once voting is open', () => {
    const shown = (given: PhaseTimes) =>
      [justBefore(day(2)), day(2), justBefore(day(5)), day(5), day(10)].map((now) => shownPhaseAt(given, now));
    expect(shown(within(day(2), day(5)))).toEqual(['scheduled', 'nominating', 'nominating', 'scheduled', 'open']);
    expect(shown(within(day(2), day(5), day(1)))).toEqual(Array(5).fill('open'));
    expect(shown(times(10, 20, 28))).toEqual([...Array(4).fill('scheduled'), 'open']);
    expect(votingPhase('nominating')).toBe('scheduled');
  });

  it.each<[string, Parameters<typeof within>, boolean]>([
    ['no times', [null, null], true],
    ['both, and an end with the opening of voting', [day(2), day(10)], true],
    ['no end', [day(2), null], false],
    ['no beginning', [null, day(5)], false],
    ['an end before the beginning', [day(5), day(2)], false],
    ['an end after the opening of voting', [day(2), day(11)], false],
    ['voting that was always open', [day(2), day(5), null], false],
  ])('has times in order: %s', (_, given, expected) => {
    expect(nominatingInOrder(within(...given))).toBe(expected);
  });
});

describe('readPhaseTimes', () => {
  it('reads each time of the wire, and null where there is none', () => {
    const [opens, closes, announced] = [day(1), day(20), day(28)];
    const wire = {
      votingOpensAt: opens.toISOString(),
      votingClosesAt: closes.toISOString(),
      winnersAnnouncedAt: announced.toISOString(),
    };
    expect(readPhaseTimes(wire)).toEqual(times(1, 20, 28));
    expect(readPhaseTimes({ ...wire, votingClosesAt: null })).toEqual(times(1, null, 28));
    const nominating = { nominatingOpensAt: day(1), nominatingClosesAt: day(2) };
    const all = { ...nominating, ...times(3, 20, 28) };
    expect(readPhaseTimes(phaseTimesText(all))).toEqual(all);
    expect(phaseTimesText(times(1, 20, 28))).toEqual(wire);
  });
});

describe('isOver', () => {
  it('is true once voting has closed', () => {
    expect(PHASES.map(isOver)).toEqual([false, false, true, true]);
  });
});

describe('resultsVisible', () => {
  it('shows live results in every phase, and hidden ones with the winners', () => {
    expect(PHASES.map((phase) => resultsVisible('live', phase))).toEqual([true, true, true, true]);
    expect(PHASES.map((phase) => resultsVisible('hidden', phase))).toEqual([false, false, false, true]);
  });
});
