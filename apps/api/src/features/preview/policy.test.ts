import { PHASES, phaseAt } from '@laurel/contracts/phase';
import { describe, expect, it } from 'vitest';
import { inventedShares, inventedTurnout, momentIn } from './policy.ts';

const on = (day: string): Date => new Date(`2027-${day}T10:00:00Z`);
const NONE = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
const ALL = { votingOpensAt: on('04-01'), votingClosesAt: on('04-20'), winnersAnnouncedAt: on('05-01') };

describe('the moment that a preview shows', () => {
  const editions = [
    ALL,
    NONE,
    { ...ALL, votingOpensAt: null },
    { ...ALL, votingClosesAt: null },
    { ...ALL, winnersAnnouncedAt: null },
    { ...NONE, votingOpensAt: ALL.votingOpensAt },
    { ...NONE, winnersAnnouncedAt: ALL.winnersAnnouncedAt },
    { ...ALL, votingClosesAt: ALL.winnersAnnouncedAt },
    { ...ALL, votingClosesAt: on('04-02'), winnersAnnouncedAt: on('04-03') },
  ];
  it.each(PHASES)('is in the chosen phase, whatever times are set and whatever time it is: %s', (phase) => {
    for (const times of editions) {
      for (const now of [on('01-01'), on('04-10'), on('04-25'), on('12-01')]) {
        const shown = momentIn(times, phase, now);
        expect(phaseAt(shown.times, shown.now), JSON.stringify({ times, now })).toBe(phase);
      }
    }
  });

  it('is now in the phase of now, else shortly before the next phase, with the times of the draft', () => {
    expect(momentIn(ALL, 'open', on('04-10'))).toEqual({ times: ALL, now: on('04-10') });
    expect(momentIn(ALL, 'open', on('01-01'))).toEqual({ times: ALL, now: on('04-17') });
    expect(momentIn(ALL, 'scheduled', on('12-01'))).toEqual({ times: ALL, now: on('03-29') });
    expect(momentIn(ALL, 'closed', on('01-01'))).toEqual({ times: ALL, now: on('04-28') });
    const { now } = momentIn(ALL, 'announced', on('01-01'));
    expect(now.getTime() - ALL.winnersAnnouncedAt.getTime()).toBe(3_600_000);
  });
});

describe('the invented numbers', () => {
  const text = { en: 'x', uk: 'x' };
  const nominee = (tag: string) => ({ tag, name: text, logo: '', link: '', desc: text, percent: 0, voted: false });
  const category = (tag: string, tags: readonly string[]) => ({ tag, name: text, companies: tags.map(nominee) });
  const nominations = [
    {
      ...{ tag: 'media', title: text, backgroundName: '' as const },
      categories: [
        category('blog', ['one', 'two', 'three']),
        category('vlog', ['one', 'two', 'three']),
        category('alone', ['one']),
      ],
    },
  ];

  it('are the same for the same tags, add up to a hundred and differ between categories', () => {
    const shares = inventedShares({ nominations });
    expect(inventedShares({ nominations })).toEqual(shares);
    expect(shares.map(({ niche }) => niche)).toEqual(['blog', 'vlog', 'alone']);
    const values = shares.map(({ results }) => results.map(({ percentage }) => percentage));
    for (const each of values) expect(each.reduce((sum, value) => sum + value, 0)).toBeCloseTo(100, 1);
    expect(values[0]).not.toEqual(values[1]);
    expect(values[2]).toEqual([100]);
  });

  it('have fewer votes than every voter could give', () => {
    const { votes, voters } = inventedTurnout({ nominations, year: 2027 });
    expect(voters).toBeGreaterThan(500);
    expect(votes).toBeGreaterThan(voters);
    expect(votes).toBeLessThan(voters * 3);
  });
});
