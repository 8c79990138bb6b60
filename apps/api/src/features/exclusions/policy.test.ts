import { describe, expect, it } from 'vitest';
import {
  type CategoryEffect,
  type Exclusion,
  effectsOf,
  type NomineeChange,
  selectionSchema,
  stateOf,
  VALID_MS,
  validUntil,
} from './policy.ts';
import { matchRefusal, refusalOf } from './refusal.policy.ts';
import { describedSelection, namesIn, selectionOf } from './selection.policy.ts';

const PROPOSED = new Date('2026-12-01T20:00:00Z');
const after = (ms: number): Date => new Date(PROPOSED.getTime() + ms);
const exclusion = (change: Partial<Exclusion> = {}): Exclusion => ({
  id: 7,
  selection: { nominees: [1] },
  publicReason: { en: 'One person cast them.', uk: 'Їх віддала одна людина.' },
  reason: 'a farm',
  evidence: null,
  approvals: 1,
  votes: 2,
  voters: 2,
  proposedAt: PROPOSED,
  proposedBy: 'olena',
  approved: null,
  decidedAt: null,
  decidedBy: null,
  appliedAt: null,
  appliedBy: null,
  undoProposedAt: null,
  undoProposedBy: null,
  undoReason: null,
  undoneAt: null,
  undoneBy: null,
  objections: 0,
  openObjections: 0,
  ...change,
});
const approved = { approved: true, decidedAt: after(1_000), decidedBy: 'taras' };
const applied = { appliedAt: after(2_000), appliedBy: 'olena' };

const ofTwo = { ...approved, ...applied, approvals: 2 };
const undoProposed = {
  ...ofTwo,
  undoProposedAt: after(3_000),
  undoProposedBy: 'taras',
  undoReason: 'the wrong network',
};
const undoLongAgo = { ...undoProposed, undoProposedAt: after(5_000 - VALID_MS) };

describe('the state of an exclusion', () => {
  it.each([
    ['proposed', {}, 0],
    ['proposed', {}, VALID_MS - 1],
    ['expired', {}, VALID_MS],
    ['approved', approved, VALID_MS],
    ['expired', approved, VALID_MS + 1_000],
    ['refused', { ...approved, approved: false }, 5_000],
    ['applied', applied, 10 * VALID_MS],
    ['undone', { ...applied, undoneAt: after(3_000), undoneBy: 'olena' }, 10 * VALID_MS],
  ] as const)('is %s with %o after %i ms', (state, change, ms) => {
    expect(stateOf(exclusion(change), after(ms))).toBe(state);
  });
});

describe('a step', () => {
  it.each([
    ['apply', {}, 'olena', undefined],
    ['apply', { approvals: 2 }, 'olena', { why: 'approval', id: 7, step: 'apply' }],
    ['apply', { approvals: 2, ...approved }, 'olena', undefined],
    ['apply', applied, 'olena', { why: 'state', id: 7, state: 'applied' }],
    ['apply', { ...approved, approved: false }, 'olena', { why: 'state', id: 7, state: 'refused' }],
    ['approve', {}, 'olena', { why: 'own', id: 7, step: 'approve', actor: 'olena' }],
    ['approve', {}, 'Olena (console)', { why: 'own', id: 7, step: 'approve', actor: 'Olena (console)' }],
    ['approve', {}, 'taras', undefined],
    ['refuse', {}, 'olena', { why: 'own', id: 7, step: 'refuse', actor: 'olena' }],
    ['refuse', approved, 'taras', { why: 'state', id: 7, state: 'approved' }],
    ['undo', {}, 'olena', { why: 'state', id: 7, state: 'proposed' }],
    ['undo', applied, 'olena', undefined],
    ['undo', { ...applied, undoneAt: after(1), undoneBy: 'x' }, 'olena', { why: 'state', id: 7, state: 'undone' }],
    ['undo', ofTwo, 'taras', { why: 'approval', id: 7, step: 'undo' }],
    ['undo', undoProposed, 'olena', undefined],
    ['undo', undoProposed, 'Taras (console)', { why: 'own', id: 7, step: 'undo', actor: 'Taras (console)' }],
    ['undo', undoLongAgo, 'olena', { why: 'approval', id: 7, step: 'undo' }],
    ['propose-undo', ofTwo, 'olena', undefined],
    ['propose-undo', undoLongAgo, 'taras', undefined],
    ['propose-undo', undoProposed, 'taras', { why: 'own', id: 7, step: 'propose-undo', actor: 'taras' }],
    ['propose-undo', undoProposed, 'olena', { why: 'meanwhile', id: 7 }],
    ['propose-undo', applied, 'olena', { why: 'meanwhile', id: 7 }],
    ['propose-undo', { approvals: 2 }, 'olena', { why: 'state', id: 7, state: 'proposed' }],
  ] as const)('%s with %o by %s gives the refusal %o', (step, change, actor, expected) => {
    expect(refusalOf(exclusion(change), step, actor, after(5_000))).toEqual(expected);
  });

  it('is possible for a day', () => {
    expect(validUntil(exclusion(), after(5_000))).toEqual(after(VALID_MS));
    expect(validUntil(exclusion(approved), after(5_000))).toEqual(after(VALID_MS + 1_000));
    expect(validUntil(exclusion(undoProposed), after(5_000))).toEqual(after(VALID_MS + 3_000));
    for (const change of [applied, ofTwo, undoLongAgo, { ...approved, approved: false }])
      expect(validUntil(exclusion(change), after(5_000))).toBeUndefined();
  });
});

describe('the votes that match', () => {
  it.each([
    [10, 10, true, { why: 'every-vote' }],
    [6, 10, false, { why: 'more-than-half', votes: 6, cast: 10 }],
    [6, 10, true, undefined],
    [5, 10, false, undefined],
  ] as const)('%i of %i, confirmed: %s, give the refusal %o', (votes, cast, confirmed, expected) => {
    expect(matchRefusal({ votes, cast }, confirmed)).toEqual(expected);
  });
});

describe('the names of a selection', () => {
  const names = namesIn([
    { id: 5, categoryId: 2, nomination: 'media', niche: 'blog', company: 'one', withdrawn: false },
    { id: 6, categoryId: 2, nomination: 'media', niche: 'blog', company: 'two', withdrawn: true },
  ]);

  it('are the ids of the database, and the reverse', () => {
    const named = { nominees: ['media/blog/two'], categories: ['media/blog'], numbers: ['+38067'] };
    const selection = { nominees: [6], categories: [2], numbers: ['+38067'] };
    expect(selectionOf(named, names)).toEqual(selection);
    expect(describedSelection({ ...selection, accounts: ['a', 'b'] }, names)).toEqual({ ...named, accounts: 2 });
  });

  it('are refused with their field when the edition does not have them', () => {
    expect(() => selectionOf({ nominees: ['media/blog/one', 'media/blog/x'] }, names)).toThrow(
      expect.objectContaining({ fields: { 'selection.nominees.1': 'The edition has no media/blog/x' } }),
    );
  });
});

describe('a selection', () => {
  const problemsOf = (selection: object): string[] =>
    (selectionSchema.safeParse(selection).error?.issues ?? []).map(({ path, message }) =>
      `${path.join('.')} ${message}`.trim(),
    );

  it.each([
    [{ networks: ['203.0.113.0/24', '2001:db8::/48'], numbers: ['+38067'], timeZones: ['Europe/Kyiv', 'UTC'] }],
    [{ mailDomains: ['farm.example'], userAgents: ['SM-A045F'], from: '2026-12-01T20:00:00+02:00' }],
  ])('may be %o', (selection) => {
    expect(problemsOf(selection)).toEqual([]);
  });

  it.each([
    [{}, 'at least one criterion'],
    [{ accounts: [] }, 'accounts'],
    [{ accounts: ['7'] }, 'accounts.0 Write ids as the console shows them'],
    [{ networks: ['203.0.113.0'] }, 'networks.0 Write a network like'],
    [{ numbers: ['+380671234567'] }, 'numbers.0 Write the beginning of numbers'],
    [{ mailDomains: ['@farm.example'] }, 'mailDomains.0 Write a domain'],
    [{ userAgents: ['a'] }, 'userAgents.0'],
    [{ from: 'yesterday' }, 'from'],
    [{ everyone: true }, 'everyone'],
    [{ from: '2026-12-01T20:00:00Z', until: '2026-12-01T19:00:00Z' }, 'until The end must be after the beginning'],
  ])('is refused as %o', (selection, expected) => {
    expect(problemsOf(selection).join()).toContain(expected);
  });
});

describe('the effect on a category', () => {
  const nominee = (niche: string, company: string, votes: number, change: number): NomineeChange => ({
    nomination: 'media',
    niche,
    nomineeId: 1,
    company,
    withdrawn: false,
    votes,
    change,
  });
  /** The most votes win. The shares don't matter here. */
  const rank: Parameters<typeof effectsOf>[1] = (_category, counted) => {
    const most = Math.max(...counted.map(({ votes }) => votes));
    const winners = counted.filter(({ votes }) => votes === most && votes > 0).map(({ company }) => company);
    return { winners, nominees: counted.map(({ company, votes }) => ({ company, votes, percentage: 0, rank: 1 })) };
  };
  const effects = (changes: readonly NomineeChange[]): CategoryEffect[] => effectsOf(changes, rank);

  it('has both rankings and says whether other nominees would win', () => {
    const [effect, ...others] = effects([
      nominee('blog', 'one', 10, -5),
      nominee('blog', 'two', 7, 0),
      nominee('podcast', 'three', 9, 0),
    ]);
    expect(others).toEqual([]);
    expect(effect).toMatchObject({ nomination: 'media', niche: 'blog', votes: 5, winnersChange: true });
    expect(effect?.before.winners).toEqual(['one']);
    expect(effect?.after.winners).toEqual(['two']);
    expect(effect?.after.nominees.map(({ votes }) => votes)).toEqual([5, 7]);
  });

  it('changes no winner when the order of a tie changes only', () => {
    const reordered: typeof rank = (category, counted) => {
      const { winners, nominees } = rank(category, counted);
      return { winners: counted[0]?.votes === 4 ? winners : winners.toReversed(), nominees };
    };
    const [tie] = effectsOf([nominee('blog', 'one', 4, -1), nominee('blog', 'two', 4, -1)], reordered);
    expect([tie?.before.winners, tie?.after.winners]).toEqual([
      ['one', 'two'],
      ['two', 'one'],
    ]);
    expect(tie?.winnersChange).toBe(false);
    expect(effects([nominee('blog', 'one', 4, -1), nominee('blog', 'two', 4, 0)])[0]?.winnersChange).toBe(true);
  });
});
