// @vitest-environment happy-dom

import type { Vote } from '@laurel/contracts/records';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveEdition } from '../features/edition/use-live-edition.ts';
import { usePhased } from '../features/edition/use-phased.ts';
import { useOwnVotes } from '../features/voting/use-own-votes.ts';
import { serverTime, setServerTime } from '../lib/server-clock.ts';
import { useModals } from '../modals/store.ts';
import { beginSession, endSession, useSession } from '../session/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { editionWith } from '../testing/edition.ts';
import { refusal } from '../testing/failures.ts';
import { stubApi } from '../testing/fake-api.ts';
import { inPage } from '../testing/page.tsx';
import { act, render } from '../testing/render.tsx';
import { ADA } from '../testing/voter.ts';
import { watchLoader } from '../testing/watch-loader.ts';
// Loads these modules before the tests. The page loads them later, with import().
import '../features/voting/calls.ts';
import '../features/edition/calls.ts';

const NOW = '2025-11-20T18:00:00.000Z';
const SECOND_MS = 1_000;
const inMinutes = (count: number): string => new Date(Date.parse(NOW) + count * 60 * SECOND_MS).toISOString();
const PHASES = { votingOpensAt: inMinutes(10), votingClosesAt: inMinutes(20), winnersAnnouncedAt: inMinutes(30) };
const EDITION = editionWith({
  phase: 'scheduled',
  phases: PHASES,
  results: { visibility: 'hidden', visible: false, publishEvery: { seconds: 1, votes: 1 } },
});
const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };

const Phase = () => {
  const { results, words } = usePhased(useLiveEdition(EDITION));
  return <p>{`${words}, ${results.visible ? 'visible' : 'hidden'}`}</p>;
};
const OwnVotes = () => (
  <p>
    {useOwnVotes()
      .map(({ vote }) => vote)
      .join()}
  </p>
);

let api: ReturnType<typeof stubApi>;
let page: Awaited<ReturnType<typeof render>>;
let tellTabs: () => void;
const shown = () => page.container.textContent;
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * SECOND_MS));
const open = async (node: ReactNode) => {
  page = await render(inPage(node));
  await act(() => vi.dynamicImportSettled());
  await pass(0);
};
const votes = (...list: Vote[]) => ({ body: list });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      set onmessage(heard: () => void) {
        tellTabs = heard;
      }
      close() {}
    },
  );
  setServerTime(NOW);
  api = stubApi(
    {
      'GET /edition': { body: { success: true, data: EDITION } },
      'GET /vote/my-votes': votes(VOTE),
    },
    () => useSession.getState().token,
  );
});
afterEach(cleanUp);

describe('the phase', () => {
  it('is loaded again once another edition is the current one, and not before', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    await open(<Phase />);
    await pass(61);
    expect(reload).not.toHaveBeenCalled();
    api.answers['GET /edition'] = { body: { success: true, data: { ...EDITION, year: EDITION.year + 1 } } };
    await pass(61);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('changes at its times by the server’s clock, and shows hidden results with the winners', async () => {
    // This machine is five minutes behind.
    setServerTime(inMinutes(5));
    await open(<Phase />);
    expect(shown()).toBe('scheduled, hidden');
    await pass(5 * 60 - 2);
    expect(shown()).toBe('scheduled, hidden');
    await pass(3);
    expect(shown()).toBe('open, hidden');
    await pass(10 * 60);
    expect(shown()).toBe('closed, hidden');
    await pass(10 * 60);
    expect(shown()).toBe('announced, visible');
  });

  it('follows changes of its times, which the page requests every minute', async () => {
    await open(<Phase />);
    const phases = { ...PHASES, votingOpensAt: inMinutes(2) };
    api.answers['GET /edition'] = { body: { success: true, data: { ...EDITION, phases } } };
    await pass(59);
    expect(api.times('/edition')).toBe(0);
    await pass(2);
    expect(api.times('/edition')).toBe(1);
    await pass(61);
    expect(shown()).toBe('open, hidden');
  });

  it('begins and ends nominating on time, also if organisers add it', async () => {
    await open(<Phase />);
    const phases = { ...PHASES, nominatingOpensAt: inMinutes(2), nominatingClosesAt: inMinutes(4) };
    api.answers['GET /edition'] = { body: { success: true, data: { ...EDITION, phases } } };
    const seen: (string | null)[] = [];
    for (let minutes = 1; minutes <= 5; minutes += 1) {
      seen.push(shown());
      await pass(61);
    }
    expect(new Set(seen)).toEqual(new Set(['scheduled, hidden', 'nominating, hidden']));
    expect(shown()).toBe('scheduled, hidden');
  });

  it('shows hidden results from the announcement on, also if organisers move it to an earlier time', async () => {
    await open(<Phase />);
    const phases = { ...PHASES, winnersAnnouncedAt: inMinutes(1) };
    await pass(50);
    api.answers['GET /edition'] = { body: { success: true, data: { ...EDITION, phase: 'announced', phases } } };
    await pass(15);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      expect(shown()).toBe('announced, visible');
      await pass(60);
    }
  });
});

describe('the phase on a machine whose clock is set or stops', () => {
  const answer = (phase: string) => {
    api.answers['GET /edition'] = { body: { success: true, data: { ...EDITION, phase } } };
  };

  // This test fails if responses do not correct the clock: the page then shows "voting is over" before voting begins,
  // until it is reloaded.
  it.each([
    ['forward', 25],
    ['back', -25],
  ])('is right again after the next response, and changes on time from then on: %s', async (_, minutes) => {
    await open(<Phase />);
    await pass(9 * 60);
    expect(shown()).toBe('scheduled, hidden');
    vi.setSystemTime(Date.now() + minutes * 60 * SECOND_MS);
    await pass(2);
    if (minutes > 0) expect(shown()).toBe('announced, visible');
    answer('open');
    await pass(2 * 60);
    expect(shown()).toBe('open, hidden');
    expect(new Date(serverTime()).toISOString()).toBe(
      new Date(Date.parse(inMinutes(11)) + 2 * SECOND_MS).toISOString(),
    );
    await pass(9 * 60 - 3);
    expect(shown()).toBe('open, hidden');
    await pass(2);
    expect(shown()).toBe('closed, hidden');
  });

  it('follows the clock of a machine that slept, also after an old response', async () => {
    await open(<Phase />);
    // performance.now() stops while the machine sleeps.
    vi.setSystemTime(inMinutes(15));
    answer('open');
    await pass(61);
    expect(shown()).toBe('open, hidden');
    await pass(4 * 60 - 20);
    answer('scheduled');
    await pass(30);
    expect(shown()).toBe('scheduled, hidden');
    answer('closed');
    await pass(60);
    expect(shown()).toBe('closed, hidden');
  });

  it('is not taken from a response that the browser cached', async () => {
    await open(<Phase />);
    vi.setSystemTime(Date.parse(inMinutes(10)) - 55 * SECOND_MS);
    answer('scheduled');
    await pass(61);
    expect([api.times('/edition'), shown()]).toEqual([1, 'open, hidden']);
  });
});

it('MD-13 neither the times nor the votes, which the page requests by itself, show the loader', async () => {
  const loader = watchLoader();
  beginSession('a.b.c', ADA);
  await open([<Phase key="phase" />, <OwnVotes key="votes" />]);
  await pass(61);
  expect([api.times('/edition'), api.times('/vote/my-votes'), loader()]).toEqual([1, 1, false]);
});

describe('QY-01 own votes', () => {
  it('are requested only for a logged-in user', async () => {
    await open(<OwnVotes />);
    await pass(70);
    expect([shown(), api.times('/vote/my-votes')]).toEqual(['', 0]);
    await act(() => beginSession('a.b.c', ADA));
    await pass(1);
    expect(shown()).toBe('orbit-crew');
    await act(() => endSession());
    expect(shown()).toBe('');
  });

  it('are requested again after a vote in another tab', async () => {
    beginSession('a.b.c', ADA);
    await open(<OwnVotes />);
    await pass(1);
    api.answers['GET /vote/my-votes'] = votes(VOTE, { ...VOTE, niche: 'finance', vote: 'another' });
    await act(() => tellTabs());
    await pass(1);
    expect(shown()).toBe('orbit-crew,another');
  });

  // What else a failure does is tested beside the query client.
  it('SE-05 end the session if they are refused', async () => {
    beginSession('a.b.c', ADA);
    api.answers['GET /vote/my-votes'] = refusal('auth.expired');
    await open(<OwnVotes />);
    await pass(1);
    expect([api.times('/vote/my-votes'), useSession.getState().token]).toEqual([1, undefined]);
    expect(useModals.getState().current).toEqual({ type: 'loadFailure', props: { about: 'ownVotes' } });
  });
});
