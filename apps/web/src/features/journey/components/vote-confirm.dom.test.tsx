// @vitest-environment happy-dom

import type { Phase } from '@laurel/contracts/phase';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../app/query-client.ts';
import { useBusy } from '../../../lib/busy.ts';
import { useModals } from '../../../modals/store.ts';
import { beginSession, useSession } from '../../../session/store.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { category, editionWith, nomination } from '../../../testing/edition.ts';
import { refusal } from '../../../testing/failures.ts';
import { stubApi } from '../../../testing/fake-api.ts';
import { inPage } from '../../../testing/page.tsx';
import { page, person, showStep } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { ADA } from '../../../testing/voter.ts';
import { statisticsQuery } from '../../nominations/api.ts';
import { ownVotesQuery } from '../../voting/api.ts';
import { useJourneyState } from '../store.ts';
import { VoteConfirm } from './vote-confirm.tsx';

const EDITION = editionWith({ nominations: [nomination('Best partner', category('Crypto', 'Orbit Crew', 'Other'))] });
const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const BEFORE = { nomination: 'best-partner', niche: 'finance', vote: 'ada' };

let api: ReturnType<typeof stubApi>;
let shown: Awaited<ReturnType<typeof showStep>>;
let client: ReturnType<typeof createQueryClient>;
const step = (vote: typeof VOTE, phase: Phase) =>
  inPage(<VoteConfirm vote={vote} />, { client, edition: { ...EDITION, phase } });
const open = async (vote = VOTE, phase: Phase = 'open') => {
  useJourneyState.setState({ pendingVote: vote });
  shown = await showStep(step(vote, phase));
};
const cast = async () => {
  await person.press('Cast my vote');
  await act(() => vi.advanceTimersByTimeAsync(10));
};
const current = () => useModals.getState().current;
const own = () => client.getQueryData(ownVotesQuery('a.b.c').queryKey);

beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
  api = stubApi(
    { 'POST /vote': { status: 201, body: { success: true, data: VOTE } } },
    () => useSession.getState().token,
  );
  beginSession('a.b.c', ADA);
  client.setQueryData(ownVotesQuery('a.b.c').queryKey, [BEFORE]);
});
afterEach(cleanUp);

describe('a vote', () => {
  it('VO-02 that is recorded makes the page load the percentages and the votes again', async () => {
    const { queryKey } = statisticsQuery();
    client.setQueryData(queryKey, { items: [], requestedIn: 'open' });
    const isOld = () =>
      [queryKey, ownVotesQuery('a.b.c').queryKey].map((key) => client.getQueryState(key)?.isInvalidated);
    await open();
    expect(isOld()).toEqual([false, false]);
    await cast();
    expect(isOld()).toEqual([true, true]);
  });

  it('VO-02 that is recorded is shown at once beside the earlier ones, in every tab, and is confirmed', async () => {
    const toOtherTabs = vi.fn();
    class Channel {
      postMessage = toOtherTabs;
      close() {
        // Nothing is open.
      }
    }
    vi.stubGlobal('BroadcastChannel', Channel);
    await open();
    // The category is not named, because the nomination has only one.
    expect([...document.body.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['Nomination']);
    await cast();
    expect(own()).toEqual([BEFORE, VOTE]);
    expect(toOtherTabs).toHaveBeenCalledTimes(1);
    expect(current()).toEqual({ type: 'voted', props: { vote: VOTE } });
    // The loader does not cover it.
    expect(useBusy.getState().busy).toBe(false);
    expect(useJourneyState.getState().pendingVote).toBeUndefined();
  });

  it('for another nominee than the stored vote shows the stored vote, without a confirmation', async () => {
    api.answers['POST /vote'] = { status: 201, body: { success: true, data: { ...VOTE, vote: 'other' } } };
    await open();
    await cast();
    expect(current()).toMatchObject({ type: 'messageWithClose', props: { title: 'You have already voted here' } });
    expect(own()).toEqual([BEFORE, { ...VOTE, vote: 'other' }]);
  });

  // This test fails, with a button whose request the server refuses, if the phase is not checked.
  it('can’t be cast once voting has closed, also after a reload', async () => {
    await open();
    await shown.rerender(step(VOTE, 'closed'));
    const buttons = () => page.buttons();
    expect([page.news('alert'), buttons()]).toEqual([['Voting is not open right now'], ['Close']]);
    await person.press('Close');
    expect([current(), useJourneyState.getState().pendingVote]).toEqual([undefined, undefined]);
    await shown.close();
    await open(VOTE, 'closed');
    expect([buttons(), api.times('/vote')]).toEqual([['Close'], 0]);
  });

  it('that was sent in time is shown also if voting closes before the answer', async () => {
    await open();
    const { promise, resolve } = Promise.withResolvers<'no answer'>();
    api.answers['POST /vote'] = () => promise;
    api.answers['GET /vote/my-votes'] = { body: [VOTE] };
    await cast();
    await shown.rerender(step(VOTE, 'closed'));
    expect(page.buttons()).not.toEqual(['Close']);
    resolve('no answer');
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(current()).toEqual({ type: 'voted', props: { vote: VOTE } });
    expect(own()).toEqual([BEFORE, VOTE]);
  });

  it('that could not be checked is found by the second attempt, which is sent after the end of voting', async () => {
    await open();
    api.answers['POST /vote'] = 'no answer';
    api.answers['GET /vote/my-votes'] = 'no answer';
    await cast();
    await shown.rerender(step(VOTE, 'closed'));
    api.answers['POST /vote'] = refusal('vote.not_open');
    api.answers['GET /vote/my-votes'] = { body: [VOTE] };
    await cast();
    expect(current()).toEqual({ type: 'voted', props: { vote: VOTE } });
  });

  it('that is left in doubt makes the page load the votes again', async () => {
    await open();
    api.answers['POST /vote'] = 'no answer';
    api.answers['GET /vote/my-votes'] = 'no answer';
    await cast();
    const isOld = () => client.getQueryState(ownVotesQuery('a.b.c').queryKey)?.isInvalidated;
    expect(isOld()).toBe(false);
    await person.press('Not yet');
    await shown.rerender(null);
    expect(isOld()).toBe(true);
  });

  it('is dropped by “Not yet”', async () => {
    await open();
    await person.press('Not yet');
    expect([current(), useJourneyState.getState().pendingVote, api.times('/vote')]).toEqual([undefined, undefined, 0]);
  });

  it('for a withdrawn nominee is dropped, and its confirmation closes', async () => {
    useModals.setState({ current: { type: 'voteConfirm', props: { vote: VOTE } } });
    await open({ ...VOTE, vote: 'withdrawn' });
    expect([page.title(), current(), useJourneyState.getState().pendingVote]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
