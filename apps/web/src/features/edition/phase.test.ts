import { describe, expect, it } from 'vitest';
import { editionWith } from '../../testing/edition.ts';
import { inPhase, isLastDay, nextPhaseTime, phaseOf, unitsLeft } from './phase.ts';

const at = (time: string): number => Date.parse(time);
const phases = {
  votingOpensAt: '2027-04-01T07:00:00.000Z',
  votingClosesAt: '2027-04-20T07:00:00.000Z',
  winnersAnnouncedAt: '2027-05-01T17:00:00.000Z',
};
const edition = { phases };

describe('the phase', () => {
  it('changes at each of its times, to the millisecond', () => {
    expect(phaseOf(edition, at('2027-04-01T06:59:59.999Z'))).toBe('scheduled');
    expect(phaseOf(edition, at('2027-04-01T07:00:00.000Z'))).toBe('open');
    expect(phaseOf(edition, at('2027-04-20T06:59:59.999Z'))).toBe('open');
    expect(phaseOf(edition, at('2027-04-20T07:00:00.000Z'))).toBe('closed');
    expect(phaseOf(edition, at('2027-05-01T17:00:00.000Z'))).toBe('announced');
  });

  it('goes from open to announced without a closing time, and is always open without any time', () => {
    const unclosed = { phases: { ...phases, votingClosesAt: null } };
    expect(phaseOf(unclosed, at('2027-04-30T00:00:00Z'))).toBe('open');
    expect(phaseOf(unclosed, at('2027-05-02T00:00:00Z'))).toBe('announced');
    const timeless = { phases: { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null } };
    expect(phaseOf(timeless, 0)).toBe('open');
    expect(nextPhaseTime(timeless, 0)).toBeUndefined();
  });

  it('has a next time until the last one has come', () => {
    expect(nextPhaseTime(edition, at('2027-03-01T00:00:00Z'))).toBe(at(phases.votingOpensAt));
    expect(nextPhaseTime(edition, at(phases.votingOpensAt))).toBe(at(phases.votingClosesAt));
    expect(nextPhaseTime(edition, at(phases.winnersAnnouncedAt))).toBeUndefined();
  });
});

it('the last day of voting begins a day before its end', () => {
  const during = (phase: 'open' | 'closed', now: string) => isLastDay({ ...edition, phase }, at(now));
  expect(during('open', '2027-04-19T07:00:00.000Z')).toBe(false);
  expect(during('open', '2027-04-19T07:00:00.001Z')).toBe(true);
  expect(during('closed', '2027-05-01T07:00:00.000Z')).toBe(false);
  expect(isLastDay({ phases: { ...phases, votingClosesAt: null, winnersAnnouncedAt: null }, phase: 'open' }, 0)).toBe(
    false,
  );
});

describe('the results', () => {
  const hidden = { visibility: 'hidden', visible: false, publishEvery: { seconds: 1, votes: 1 } } as const;
  const live = { ...hidden, visibility: 'live', visible: true } as const;

  it.each(['scheduled', 'open', 'closed', 'announced'] as const)(
    'that are hidden become visible with the winners: %s',
    (to) => {
      const told = to === 'announced';
      // Only the phase decides, which the page computes again: the flags in the response are older.
      for (const from of ['closed', to] as const) {
        expect(inPhase(editionWith({ phase: from, results: hidden }), to)).toMatchObject({
          phase: to,
          results: { visible: told },
        });
      }
      expect(inPhase(editionWith({ phase: 'open', results: live }), to).results.visible).toBe(true);
    },
  );
});

describe('the countdown', () => {
  const counts = (ms: number) => unitsLeft(ms).map(({ count }) => count);

  it('counts days, hours, minutes and seconds, a started second as a whole one', () => {
    expect(counts(((2 * 24 + 3) * 60 + 4) * 60_000 + 5_000)).toEqual([2, 3, 4, 5]);
    expect(counts(86_399_001)).toEqual([1, 0, 0, 0]);
    expect(counts(3_600_001)).toEqual([1, 0]);
    expect(counts(7_259_000)).toEqual([2, 0]);
    expect(counts(1)).toEqual([0, 1]);
    expect(counts(-5_000)).toEqual([0, 0]);
  });
});
