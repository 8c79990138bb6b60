// @vitest-environment happy-dom

import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EditionContext } from '../features/edition/context.ts';
import { pastWarning } from '../features/journey/past-warning.ts';
import { useJourneyState } from '../features/journey/store.ts';
import { useEndedSession } from '../features/journey/use-ended-session.ts';
import { startI18n } from '../i18n/i18n.ts';
import { chooseLanguage, currentLanguage, followLanguage, startLanguage, useLocalized } from '../i18n/language.ts';
import { addModalTexts } from '../i18n/modal-texts.ts';
import { setServerTime } from '../lib/server-clock.ts';
import { stored } from '../lib/stored.ts';
import { openModal, useModals } from '../modals/store.ts';
import type { ModalRequest } from '../modals/types.ts';
import { beginSession, endSession } from '../session/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { editionWith, words } from '../testing/edition.ts';
import { inPage } from '../testing/page.tsx';
import { act, render } from '../testing/render.tsx';
import { ADA } from '../testing/voter.ts';
import { Announcement } from './announcement.tsx';
import { Countdown } from './countdown.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { LoadedStatus } from './loaded-status.tsx';
import { createQueryClient } from './query-client.ts';

const NOW = '2025-11-20T18:00:00.000Z';
const inSeconds = (count: number): string => new Date(Date.parse(NOW) + count * 1_000).toISOString();

let shown: Awaited<ReturnType<typeof render>>;
const open = async (node: ReactNode) => {
  shown = await render(node);
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(NOW) });
  setServerTime(NOW);
  await startI18n('en');
  addModalTexts();
});
afterEach(cleanUp);

describe('the countdown', () => {
  const phases = { votingOpensAt: inSeconds(90_061), votingClosesAt: null, winnersAnnouncedAt: inSeconds(200_000) };
  const show = (own: Parameters<typeof editionWith>[0]) => open(inPage(<Countdown />, { edition: editionWith(own) }));

  it('counts down to the next phase by the server’s clock, once a second', async () => {
    // The server's clock is one second ahead of this machine's.
    setServerTime(inSeconds(1));
    await show({ phase: 'scheduled', phases });
    const items = () => [...shown.container.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(items()).toEqual(['1 day', '1 hour', '1 minute', '0 seconds']);
    await pass(1_000);
    expect(items()).toEqual(['1 day', '1 hour', '0 minutes', '59 seconds']);
    expect(shown.container.textContent).toContain('November 21 at 21:02');
  });

  it('is hidden after the announcement of the winners, and if no time is set', async () => {
    await show({ phase: 'announced', phases });
    expect(shown.container.textContent).toBe('');
    await shown.close();
    await show({ phase: 'open' });
    expect(shown.container.textContent).toBe('');
  });
});

describe('the date of the announcement', () => {
  const phases = { votingOpensAt: null, votingClosesAt: null, winnersAnnouncedAt: '2027-01-20T17:00:00.000Z' };
  const show = async (own: Parameters<typeof editionWith>[0]) => {
    const notices = { ...editionWith({}).notices, winnersAnnounced: words('Winners announced in December') };
    await open(
      <EditionContext value={editionWith({ notices, phase: 'open', ...own })}>
        <Hero />
        <Announcement />
      </EditionContext>,
    );
    const title = [...shown.container.querySelectorAll('h2')].at(-1)?.textContent;
    return [shown.container.querySelector('ul[aria-label] li')?.textContent, title].map((text) =>
      text?.replaceAll('\u00a0', ' '),
    );
  };

  it('is the time that the organisers have set, which may have moved since they wrote their texts', async () => {
    const moved = 'The winners are announced on January 20 at 19:00, Kyiv time.';
    expect(await show({ phases })).toEqual([moved, moved]);
  });

  it('is in the texts of the edition until a time is set', async () => {
    const { announcement } = editionWith({}).texts;
    expect(await show({})).toEqual(['Winners announced in December', announcement.title.en]);
  });
});

it('LP-04 the footer has the year of the edition', async () => {
  await open(inPage(<Footer />, { edition: editionWith({ year: 2031 }) }));
  expect(shown.container.querySelector('footer p')?.textContent).toBe('© 2031 Footer');
});

it('a service for statistics is loaded once the visitor agrees at the foot of the page, and on the next visits', async () => {
  const scripts = () =>
    [...document.head.querySelectorAll<HTMLScriptElement>('script[data-domain]')].map(({ src }) => src);
  const show = async () => {
    await open(inPage(<Footer />, { edition: editionWith({ analytics: 'G-ABC123' }) }));
    await expect.poll(() => shown.container.querySelector('input')).not.toBeNull();
    return shown.container.querySelector('input');
  };
  const box = await show();
  expect(shown.container.textContent).toContain('Let Google Analytics count my visits.');
  expect([box?.checked, scripts()]).toEqual([false, []]);
  await act(() => box?.click());
  const [script, ...more] = scripts();
  expect([script, more]).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABC123', []]);
  expect((await show())?.checked).toBe(true);
});

describe('the language', () => {
  const Text = () => <p>{useLocalized()({ en: 'One — two', uk: 'Раз — два й три' })}</p>;

  it('is the chosen one in the texts, in the attribute lang and in the storage, for the next visit', async () => {
    followLanguage();
    await open(<Text />);
    expect([shown.container.textContent, document.documentElement.lang]).toEqual(['One\u00a0— two', 'en']);
    await act(() => chooseLanguage('uk'));
    expect([shown.container.textContent, document.documentElement.lang]).toEqual(['Раз\u00a0— два й\u00a0три', 'uk']);
    expect([currentLanguage(), startLanguage()]).toEqual(['uk', 'uk']);
    expect(document.cookie).toContain('laurel_language=uk');
  });

  it('is that of the link, until another one is chosen', async () => {
    onTestFinished(() => window.history.replaceState(null, '', '/'));
    window.history.replaceState(null, '', '/?nomination=donat&lang=uk#x');
    expect(startLanguage()).toBe('uk');
    await act(() => chooseLanguage('en'));
    expect([startLanguage(), window.location.search, window.location.hash]).toEqual(['en', '?nomination=donat', '#x']);
    window.history.replaceState(null, '', '/?lang=de');
    expect(startLanguage()).toBe('en');
  });
});

describe('a session that ends in the middle of a step', () => {
  const Ends = () => {
    useEndedSession();
    return null;
  };
  const current = () => useModals.getState().current;
  const vote = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };

  it.each<ModalRequest>([
    { type: 'phoneOtp', props: {} },
    { type: 'socialVerification', props: {} },
    { type: 'voteConfirm', props: { vote } },
  ])('$type is replaced by the login, which gives the reason; the journey continues after it', async (request) => {
    beginSession('a.b.c', ADA);
    openModal(request);
    await open(<Ends />);
    expect(current()).toEqual(request);
    await act(() => endSession());
    expect(current()).toMatchObject({ type: 'login', props: { reason: expect.any(String) } });
    expect(useJourneyState.getState().continueAfterLogin).toBe(true);
  });

  it.each<ModalRequest>([
    { type: 'voted', props: { vote } },
    { type: 'finished', props: {} },
    { type: 'myVotes', props: {} },
  ])('$type closes, because the page no longer knows the votes', async (request) => {
    beginSession('a.b.c', ADA);
    openModal(request);
    await open(<Ends />);
    expect(current()).toEqual(request);
    await act(() => endSession());
    expect(current()).toBeUndefined();
  });

  it('does not change other modals', async () => {
    beginSession('a.b.c', ADA);
    openModal({ type: 'faq', props: {} });
    await open(<Ends />);
    await act(() => endSession());
    expect([current()?.type, useJourneyState.getState().continueAfterLogin]).toEqual(['faq', false]);
  });
});

it('MD-11 the question about the mailbox comes before the requested modal until it is answered', () => {
  const signup: ModalRequest = { type: 'signup', props: {} };
  expect(pastWarning(signup)).toEqual({ type: 'mailboxWarning', props: { next: signup } });
  stored.supportWarningConfirmed.write(true);
  expect(pastWarning(signup)).toBe(signup);
});

it('ER-11 the status for screen readers announces responses that changed something, and no pushes', async () => {
  const client = createQueryClient();
  await open(inPage(<LoadedStatus />, { client }));
  const status = () => shown.container.querySelector('[role=status]')?.textContent;
  const arrive = (key: string, data: unknown) =>
    act(async () => {
      await client.fetchQuery({ queryKey: ['vote', key], queryFn: () => data, staleTime: 0 });
    });
  await act(() => client.setQueryData(['vote', 'statistics'], [1]));
  await arrive('other', [1]);
  expect(status()).toBe('');
  await arrive('statistics', [2]);
  const statistics = status();
  expect(statistics).toBeTruthy();
  await arrive('my-votes', [3]);
  const votes = status();
  expect([statistics, undefined, '']).not.toContain(votes);
  // A response with the same percentages is not announced.
  await arrive('statistics', [2]);
  expect(status()).toBe(votes);
});
