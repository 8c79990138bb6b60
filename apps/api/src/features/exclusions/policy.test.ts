import { describe, expect, it } from 'vitest';
import {
  type CategoryEffect,
  type Exclusion,
  effectsOf,
  type NomineeChange,
  refusalOf,
  selectionSchema,
  stateOf,
  VALID_MS,
} from './policy.ts';

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
  undoneAt: null,
  undoneBy: null,
  ...change,
});
const approved = { approved: true, decidedAt: after(1_000), decidedBy: 'taras' };
const applied = { appliedAt: after(2_000), appliedBy: 'olena' };

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
    ['apply', { approvals: 2 }, 'olena', 'needs the approval of a second person'],
    ['apply', { approvals: 2, ...approved }, 'olena', undefined],
    ['apply', applied, 'olena', 'is applied already'],
    ['apply', { ...approved, approved: false }, 'olena', 'was refused'],
    ['approve', {}, 'olena', 'somebody else must approve it'],
    ['approve', {}, 'taras', undefined],
    ['refuse', {}, 'olena', 'somebody else must refuse it'],
    ['refuse', approved, 'taras', 'is approved and not applied'],
    ['undo', {}, 'olena', 'is proposed and not applied'],
    ['undo', applied, 'olena', undefined],
    ['undo', { ...applied, undoneAt: after(1), undoneBy: 'x' }, 'olena', 'was undone'],
  ] as const)('%s with %o by %s', (step, change, actor, expected) => {
    const refusal = refusalOf(exclusion(change), step, actor, after(5_000));
    if (expected === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toContain(expected);
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
    [{ accounts: ['7'] }, 'accounts.0'],
    [{ networks: ['203.0.113.0'] }, 'networks.0 must be a network'],
    [{ numbers: ['+380671234567'] }, 'numbers.0 must be the beginning of numbers'],
    [{ mailDomains: ['@farm.example'] }, 'mailDomains.0 must be a domain'],
    [{ userAgents: ['a'] }, 'userAgents.0'],
    [{ from: 'yesterday' }, 'from'],
    [{ everyone: true }, 'everyone'],
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
  /** The most votes win; the shares are of no matter here. */
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
    expect(effects([nominee('blog', 'one', 4, -1), nominee('blog', 'two', 4, -1)])[0]?.winnersChange).toBe(false);
    expect(effects([nominee('blog', 'one', 4, -1), nominee('blog', 'two', 4, 0)])[0]?.winnersChange).toBe(true);
  });
});
