import { type PhaseTimes, votingEndsAt } from '@laurel/contracts/phase';
import { describe, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';
import {
  effectiveTimes,
  isSameMoved,
  isSettled,
  logStateOf,
  type Move,
  type Moved,
  type MovePlan,
  type MoveRefusedError,
  mayApprove,
  needsTwoPeople,
  type Proposal,
  planMove,
  proposalStateOf,
  reopens,
  requireDecidable,
  stillHolds,
  VALID_MS,
} from './policy.ts';

const day = (number: number): Date => new Date(Date.UTC(2030, 0, number));
const files: PhaseTimes = { votingOpensAt: day(1), votingClosesAt: day(10), winnersAnnouncedAt: day(20) };
const none: PhaseTimes = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: null };
const plan = (
  move: Partial<Move>,
  { moved = {}, now = day(5), of = files }: { moved?: Moved; now?: Date; of?: PhaseTimes } = {},
) => planMove(of, moved, { clear: false, ...move }, now);

describe('effectiveTimes, votingEndsAt and isSameMoved', () => {
  it('use the times of the files unless an organiser moved or removed one', () => {
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

  it('move those of nominating, too, in order and without a second person', () => {
    const window = { nominatingOpensAt: day(2), nominatingClosesAt: day(3), ...files, votingOpensAt: day(5) };
    const move = (given: Partial<Move>) => plan(given, { of: window, now: day(1) });
    const later = move({ nominatingCloses: day(4) });
    expect(later.after).toEqual({ ...window, nominatingClosesAt: day(4) });
    expect([needsTwoPeople(later, day(1)), later.phaseAfter]).toEqual([false, 'scheduled']);
    for (const given of [{ nominatingCloses: day(6) }, { nominatingOpens: null }, { opens: 'now' }] as const) {
      expect(() => move(given)).toThrow('Nominating must have both times');
    }
    expect(move({ nominatingOpens: null, nominatingCloses: null, opens: 'now' }).phaseAfter).toBe('open');
  });

  it('distinguish a removed time from one that was not moved', () => {
    expect(isSameMoved({}, {})).toBe(true);
    expect(isSameMoved({ closes: null }, {})).toBe(false);
    expect(isSameMoved({ closes: day(1) }, { closes: day(1) })).toBe(true);
    expect(isSameMoved({ closes: day(1) }, { closes: day(2) })).toBe(false);
  });
});

describe('isSettled', () => {
  // This test fails with two seconds: a batch that is held back for three is stored after the result.
  it('is true once no vote from before the end can be stored any more, and if there is no end', () => {
    const at = (ms: number): Date => new Date(day(10).getTime() + ms);
    expect([0, 10_000, LAST_VOTE_MS - 1, LAST_VOTE_MS].map((ms) => isSettled(files, at(ms)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(isSettled({ ...files, votingClosesAt: null }, at(LAST_VOTE_MS))).toBe(false);
    expect(isSettled(none, day(1))).toBe(true);
  });
});

describe('planMove', () => {
  it('keeps earlier moves unless they are cleared', () => {
    expect(plan({ closes: day(8) }, { moved: { announced: day(30) } }).moved).toEqual({
      closes: day(8),
      announced: day(30),
    });
    expect(plan({ closes: day(8), clear: true }, { moved: { announced: day(30) } }).moved).toEqual({ closes: day(8) });
    expect(plan({ clear: true }, { moved: { announced: day(30) } })).toMatchObject({ moved: {}, after: files });
  });

  it.each<[Partial<Move>, Date, Partial<MovePlan>]>([
    [{ closes: 'now' }, day(5), { phaseBefore: 'open', phaseAfter: 'closed', moved: { closes: day(5) } }],
    [{ closes: 'now', announced: 'now' }, day(5), { phaseAfter: 'announced' }],
    [{ closes: day(15) }, day(12), { phaseBefore: 'closed', phaseAfter: 'open' }],
    [{ closes: null, announced: null }, day(12), { phaseAfter: 'open' }],
    [{ opens: 'now' }, new Date(0), { phaseBefore: 'scheduled', phaseAfter: 'open' }],
  ])('changes the phase: %j', (move, now, result) => {
    expect(plan(move, { now })).toMatchObject(result);
  });

  it.each<[string, Partial<Move>, MoveRefusedError['rule'], string]>([
    ['a wrong order', { opens: day(10) }, 'opens_after_closes', 'Move both: --opens and --closes.'],
    ['a wrong order', { closes: day(21) }, 'announced_before_closes', 'Move both: --closes and --announced.'],
    ['a wrong order', { announced: 'now' }, 'announced_before_closes', 'before voting closes'],
    ['a wrong order', { opens: day(21), closes: null }, 'announced_before_opens', 'before voting opens'],
    ['a wrong order', { opens: day(20), closes: null }, 'announced_before_opens', 'before voting opens'],
    ['an end in the past', { closes: day(4) }, 'past', 'Use --closes now.'],
    ['an end in the past', { closes: null, announced: day(4) }, 'past', 'Use --closes now.'],
    ['no change', { clear: true }, 'same', 'These are the times already.'],
  ])('throws for %s: %j', (_why, move, rule, message) => {
    const error = expect.objectContaining({
      name: 'MoveRefusedError',
      rule,
      message: expect.stringContaining(message),
    });
    expect(() => plan(move)).toThrow(error);
  });

  it('allows the announcement at the closing time, and an opening now or at a time with neither', () => {
    expect(plan({ closes: day(20) }).after.votingClosesAt).toEqual(day(20));
    expect(plan({ opens: day(2) }, { of: none }).after).toEqual({ ...none, votingOpensAt: day(2) });
    expect(plan({ announced: day(9) }, { of: none }).after).toEqual({ ...none, winnersAnnouncedAt: day(9) });
  });

  it.each<[string, Partial<Move>, Moved]>([
    ['there is no closing time', { announced: 'now' }, { closes: null, announced: null }],
    ['the same move removes the closing time', { announced: 'now', closes: null }, {}],
    ['the announcement is now', { announced: day(5) }, { closes: null }],
  ])('throws for an announcement while voting is open: %s', (_why, move, moved) => {
    expect(() => plan(move, { moved })).toThrow('Use --closes now --announced now.');
  });

  it('allows an announcement without a closing time when voting is over or the announcement is in the future', () => {
    const over = { moved: { closes: null, announced: day(4) } };
    expect(plan({ announced: day(6) }, { moved: { closes: null, announced: day(8) } })).toMatchObject({
      phaseAfter: 'open',
    });
    expect(plan({ opens: day(2) }, over)).toMatchObject({ phaseBefore: 'announced', phaseAfter: 'announced' });
  });

  it('throws when clearing would end voting in the past, or nothing changes', () => {
    expect(() => plan({ clear: true }, { moved: { closes: day(15) }, now: day(12) })).toThrow('Use --closes now.');
    expect(() => plan({ closes: day(8) }, { moved: { closes: day(8) } })).toThrow('These are the times already.');
    expect(plan({ closes: day(15), announced: day(15) }, { of: none }).after.winnersAnnouncedAt).toEqual(day(15));
  });
});

describe('needsTwoPeople', () => {
  const needed = (move: Partial<Move>, options: Parameters<typeof plan>[1] = {}) =>
    needsTwoPeople(plan(move, options), options.now ?? day(5));

  it.each<[boolean, string, Partial<Move>, Parameters<typeof plan>[1]]>([
    [true, 'another end', { closes: day(11) }, {}],
    [true, 'no end', { closes: null }, {}],
    [true, 'another announcement', { announced: day(21) }, {}],
    [false, 'an end at the announcement, which ended voting before', { closes: day(20) }, { moved: { closes: null } }],
    [true, 'another end and announcement', { announced: day(21) }, { moved: { closes: null } }],
    [true, 'an opening in the future while people vote', { opens: day(6) }, {}],
    [true, 'a first opening in the future', { opens: day(6) }, { of: { ...files, votingOpensAt: null } }],
    [false, 'an opening in the past', { opens: day(2) }, {}],
    [false, 'another opening before the first', { opens: day(3) }, { now: new Date(0) }],
    [false, 'an opening before its time', { opens: 'now' }, { now: new Date(0) }],
  ])('is %s for %s', (expected, _what, move, options) => {
    expect(needed(move, options)).toBe(expected);
  });
});

it('voting reopens if it was over and is not after the move', () => {
  const phases = ['scheduled', 'open', 'closed', 'announced'] as const;
  const pairs = phases.flatMap((phaseBefore) => phases.map((phaseAfter) => ({ phaseBefore, phaseAfter })));
  expect(pairs.filter(reopens).map(({ phaseBefore, phaseAfter }) => `${phaseBefore} ${phaseAfter}`)).toEqual([
    'closed scheduled',
    'closed open',
    'announced scheduled',
    'announced open',
  ]);
});

describe('the times on which a person decided', () => {
  it.each<[boolean, string, Moved, PhaseTimes]>([
    [true, 'nothing changed', { closes: day(11) }, { ...files }],
    [false, 'a time was moved', { closes: day(12) }, files],
    [false, 'a move was removed', {}, files],
    [false, 'the files have another opening', { closes: day(11) }, { ...files, votingOpensAt: null }],
    [false, 'the files have another closing', { closes: day(11) }, { ...files, votingClosesAt: day(9) }],
    [false, 'the files have another announcement', { closes: day(11) }, { ...files, winnersAnnouncedAt: null }],
  ])('still hold: %s if %s', (expected, _what, moved, now) => {
    expect(stillHolds({ moved: { closes: day(11) }, files }, moved, now)).toBe(expected);
  });

  it('still hold without the times of the files, which earlier releases did not store', () => {
    expect(stillHolds({ moved: {} }, {}, none)).toBe(true);
  });
});

describe('a proposal', () => {
  const proposal: Proposal = {
    id: 7,
    move: { clear: false, closes: day(12) },
    seen: { moved: {}, files },
    numbers: { votesLastHour: 0, unfinished: 0, countedAt: day(4) },
    reason: 'More time',
    proposedAt: day(4),
    proposedBy: 'Olena (console)',
    approved: null,
    decidedAt: null,
    decidedBy: null,
    appliedAt: null,
  };
  const before = (at: Date): Date => new Date(at.getTime() - 1);
  const expiresAt = new Date(day(4).getTime() + VALID_MS);

  it.each<[ReturnType<typeof proposalStateOf>, Partial<Proposal>, Date, Moved]>([
    ['proposed', {}, before(expiresAt), {}],
    ['expired', {}, expiresAt, {}],
    ['outdated', {}, day(4), { opens: day(2) }],
    ['expired', {}, expiresAt, { opens: day(2) }],
    ['refused', { approved: false }, expiresAt, {}],
    ['applied', { approved: true, appliedAt: day(4) }, expiresAt, {}],
    ['proposed', { approved: true }, day(4), {}],
  ])('is %s: %o at %o with %o', (state, own, now, moved) => {
    expect(proposalStateOf({ ...proposal, ...own }, moved, files, now)).toBe(state);
  });

  it.each<[ReturnType<typeof proposalStateOf>, boolean, string, MoveRefusedError['rule'], string]>([
    ['applied', true, 'taras', 'decided', 'Proposal 7 was approved and made already.'],
    ['applied', false, 'taras', 'decided', 'Proposal 7 was approved and made already.'],
    ['refused', false, 'taras', 'decided', 'Proposal 7 was refused.'],
    ['expired', false, 'taras', 'expired', 'Proposal 7 expired: a proposal is valid for 24 hours. Propose it again.'],
    ['outdated', true, 'taras', 'changed', 'Proposal 7 is outdated: the times have changed since. Propose it again.'],
    ['proposed', true, 'olena', 'second_person', 'Olena (console) proposed 7: somebody else must decide it.'],
    ['outdated', false, 'olena', 'second_person', 'Olena (console) proposed 7: somebody else must decide it.'],
  ])('that is %s can’t be decided (approved: %s) by %s: %s', (state, approve, actor, rule, message) => {
    expect(() => requireDecidable(proposal, state, { actor, approve })).toThrow(
      expect.objectContaining({ rule, message }),
    );
  });

  it.each<[ReturnType<typeof proposalStateOf>, boolean]>([
    ['proposed', true],
    ['proposed', false],
    ['outdated', false],
  ])('that is %s can be decided by another person (approved: %s)', (state, approve) => {
    expect(() => requireDecidable(proposal, state, { actor: 'taras', approve })).not.toThrow();
  });

  it.each<[boolean, string, Partial<Proposal>, string, Moved, Date]>([
    [true, 'by another person', {}, 'taras', {}, day(4)],
    [false, 'by the person who made it', {}, 'OLENA', {}, day(4)],
    [false, 'if it is outdated', {}, 'taras', { opens: day(2) }, day(4)],
    [false, 'once it expired', {}, 'taras', {}, expiresAt],
    [false, 'if its move is not possible', { move: { clear: false, closes: day(3) } }, 'taras', {}, day(4)],
  ])('may be approved: %s %s', (expected, _what, own, actor, moved, now) => {
    expect(mayApprove({ ...proposal, ...own }, { actor, moved, files, now })).toBe(expected);
  });
});

it('the public log has the votes of all categories, and witnesses agree that have signed its whole size', () => {
  const witness = (size: number | null) => ({ verifierKey: 'w', name: 'w', size, at: null });
  const status = {
    ...{ origin: 'localhost/log/2025', size: 9, root: '', at: '', stopped: false, voters: 3, group: 1, delay: 1 },
    ...{ smallestGroup: null, votes: [4, 3].map((votes, n) => ({ category: `best/${n}`, votes })) },
    witnesses: [witness(null), witness(8), witness(9), witness(10)],
  };
  expect(logStateOf(status)).toEqual({ votes: 7, stopped: false, witnesses: 4, agree: 2 });
});
