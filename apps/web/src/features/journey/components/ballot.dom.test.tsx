// @vitest-environment happy-dom

import { describe, expect, it, vi } from 'vitest';
import { useModals } from '../../../modals/store.ts';
import type { ModalRequest } from '../../../modals/types.ts';
import { refusal } from '../../../testing/failures.ts';
import { EDITION, startModals } from '../../../testing/modals.tsx';
import { page, person } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { ok } from '../../../testing/step.ts';
import { userInfo } from '../../../testing/voter.ts';
import { useJourneyState } from '../store.ts';
// Loads these modules before the tests. The page loads them later, with import().
import './ballot.tsx';
import '../known-missing.ts';

const { show, api } = startModals();
const at = { nomination: 'best-partner', niche: 'crypto' };
const VOTE = { ...at, vote: 'kite' };
const BALLOT: ModalRequest = { type: 'ballot', props: { at } };
const current = () => useModals.getState().current;
const press = async (name: string) => {
  await person.press(name);
  await act(() => vi.advanceTimersByTimeAsync(10));
};
const open = async (...shown: Parameters<typeof show>) => {
  await show(...shown);
  api().answers['GET /vote/my-votes'] = { body: [] };
  api().answers['GET /users/info'] = userInfo(['PHONE', 'TELEGRAM_SUBSCRIPTION']);
};

describe('the ballot', () => {
  it('sends nothing before the confirmation, then the vote once, and shows it as counted', async () => {
    await open(BALLOT);
    api().answers['POST /vote'] = ok(VOTE, 201);
    expect(page.buttons()).toContain('Skip for now');
    await press('Kite');
    expect(api().times('/vote')).toBe(0);
    await press('Vote for Kite');
    expect(api().times('/vote')).toBe(1);
    expect(current()).toEqual({ type: 'ballot', props: { at, chosen: 'kite', counted: true } });
    expect(page.title()).toBe('Counted');
    await press('Next: finance');
    expect(current()).toEqual({ type: 'ballot', props: { at: { ...at, niche: 'finance' } } });
  });

  it('leads through the journey’s own step after a refusal, and keeps the choice for the way back', async () => {
    await open(BALLOT);
    api().answers['POST /vote'] = refusal('phone.unverified');
    await press('Kite');
    await press('Vote for Kite');
    expect(current()?.type).toBe('phoneOtp');
    expect(useJourneyState.getState()).toMatchObject({ pendingVote: VOTE, inBallot: true });
  });

  it('can’t cast a vote once voting has closed, or in a category with a vote', async () => {
    await open(BALLOT, [], { ...EDITION, phase: 'closed' });
    await press('Kite');
    expect(page.news('alert')).toEqual(['Voting is not open right now']);
    expect(page.buttons().some((text) => text.startsWith('Vote for'))).toBe(false);
  });

  it('shows the choice of a category with a vote, which stays', async () => {
    await open(BALLOT, [VOTE]);
    await press('Kite');
    expect(page.buttons()).toEqual(['', 'Kite', 'Next: finance']);
    expect(page.news('status')).toContain('You have already voted in this category. A vote can’t be changed.');
  });

  it('ends with a ring after the last vote, which leads to all of them', async () => {
    const other = { ...VOTE, niche: 'finance' };
    await open({ type: 'ballot', props: { at, chosen: 'kite', counted: true } }, [other]);
    expect(page.title()).toBe('You have voted in every category');
    await press('My picks');
    expect(current()).toEqual({ type: 'finished', props: { vote: VOTE } });
  });

  it('closes if the category was withdrawn', async () => {
    await open({ type: 'ballot', props: { at: { ...at, niche: 'gone' } } });
    expect(current()).toBeUndefined();
  });
});
