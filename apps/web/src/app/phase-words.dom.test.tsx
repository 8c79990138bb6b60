// @vitest-environment happy-dom

import { PHASES } from '@laurel/contracts/phase';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownEdition } from '../features/edition/phase.ts';
import { startI18n } from '../i18n/i18n.ts';
import { chooseLanguage } from '../i18n/language.ts';
import { addPlainTexts } from '../i18n/plain-texts.ts';
import { calendarOf } from '../lib/calendar.ts';
import { setServerTime } from '../lib/server-clock.ts';
import { saveFile } from '../lib/share.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { editionWith, words } from '../testing/edition.ts';
import { stubApi } from '../testing/fake-api.ts';
import { inPage } from '../testing/page.tsx';
import { act, render } from '../testing/render.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { Hero } from './hero.tsx';
import { Overview } from './overview.tsx';
import { PlainPage } from './plain-page.tsx';
import { createQueryClient } from './query-client.ts';
import { useTurnout } from './use-turnout.ts';
// Loads this module before the tests. The page loads it later, with import().
import '../features/nominations/calls.ts';

vi.mock('../lib/share.ts', { spy: true });
vi.mock('../lib/calendar.ts', { spy: true });

const NOTICES = {
  maintenance: words('Maintenance'),
  votingIntro: words('Vote'),
  winnersAnnounced: words('Winners soon'),
};
const HIDDEN = { visibility: 'hidden', visible: false, publishEvery: { seconds: 1, votes: 1 } } as const;

let shown: Awaited<ReturnType<typeof render>>;
const within = (own: Partial<ShownEdition>, node: ReactNode) =>
  inPage(node, { edition: editionWith({ notices: NOTICES, ...own }) });
const show = async (own: Partial<ShownEdition>, node: ReactNode) => {
  await shown?.close();
  shown = await render(within(own, node));
};
const texts = (selector: string) =>
  [...shown.container.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
const line = (selector: string) => texts(selector)[0];

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2025-11-20T18:00:00.000Z') });
  setServerTime('2025-11-20T18:00:00.000Z');
  await startI18n('en');
  addPlainTexts();
});
afterEach(cleanUp);

describe('the hero', () => {
  it.each([
    ['scheduled', 'Meet the nominees.', ['See the nominees', 'How voting works'], ['Winners soon', 'Maintenance']],
    ['open', 'Title ', ['Vote now', 'How voting works'], ['Winners soon', 'Maintenance']],
    ['closed', 'The votes are in.', ['See the results', 'How the winners are chosen'], ['Winners soon']],
    ['announced', 'The winners are in.', ['See the winners', 'All results'], []],
  ] as const)('has the words of its phase: %s', async (phase, title, buttons, notices) => {
    await show({ phase }, <Hero turnout={null} />);
    expect([line('h1'), texts('button')]).toEqual([title, buttons]);
    expect(texts('[aria-label=Notices] li')).toEqual(notices);
    expect(shown.container.querySelectorAll('[aria-label=Notices]')).toHaveLength(notices.length > 0 ? 1 : 0);
  });

  it('asks whom to nominate, until when, and leaves the place of the button', async () => {
    const phases = {
      nominatingOpensAt: '2025-11-01T10:00:00.000Z',
      nominatingClosesAt: '2025-11-21T10:30:00.000Z',
      votingOpensAt: '2025-12-01T10:00:00.000Z',
      votingClosesAt: null,
      winnersAnnouncedAt: null,
    };
    const own = { phase: 'scheduled', words: 'nominating', phases } as const;
    await show(own, <Hero turnout={null} />);
    expect([line('h1'), texts('button')]).toEqual([
      'Who should be nominated?',
      ['How voting works', 'Add to calendar'],
    ]);
    expect(texts('[role=timer] li')).toEqual(['16 hours', '30 minutes']);
    expect(texts('[role=timer] p')).toEqual(['Time left to nominate', 'November 21 at 12:30, Kyiv time']);
    await show(own, <PlainPage />);
    expect(line('.plain-moment')).toMatch('You can nominate until November 21');
  });

  it('says that voting is in its last hours, and counts hours and minutes', async () => {
    const phases = { votingOpensAt: null, votingClosesAt: '2025-11-21T10:30:00.000Z', winnersAnnouncedAt: null };
    await show({ phase: 'open', phases }, <Hero turnout={null} />);
    expect(texts('p')).toContain('The last hours of voting');
    expect(texts('[role=timer] li')).toEqual(['16 hours', '30 minutes']);
  });

  it('has no list of notices if there is no notice', async () => {
    const notices = { maintenance: null, votingIntro: null, winnersAnnounced: null };
    await show({ phase: 'open', notices }, <Hero turnout={null} />);
    expect(shown.container.querySelectorAll('ul')).toHaveLength(1);
  });

  it('promises no results while they are hidden', async () => {
    await show({ phase: 'closed', results: HIDDEN }, <Hero turnout={null} />);
    expect(texts('h1 ~ p')).toEqual([
      'Thank you to everyone who voted. The results stay hidden until the winners are announced.',
    ]);
    expect(texts('button')).toEqual(['See the nominees', 'How the winners are chosen']);
  });

  it.each(PHASES)('shows votes and voters if they are published: %s', async (phase) => {
    const facts = () => texts('[data-turnout]');
    await show({ phase }, <Hero turnout={{ votes: 3, voters: 2 }} />);
    expect(facts()).toEqual(phase === 'scheduled' ? [] : ['3 votes', '2 people voted']);
    if (phase === 'announced') return;
    await show({ phase, results: HIDDEN }, <Hero turnout={null} />);
    expect(facts()).toEqual([]);
  });
});

it.each([
  ['scheduled', 'Overview', 4],
  ['open', 'Overview', 4],
  ['closed', 'How the winners are chosen', 0],
  ['announced', 'How the winners were chosen', 0],
] as const)(
  'the overview says how to vote until voting is over, then how the winners are chosen: %s',
  async (phase, title, steps) => {
    await show({ phase }, <Overview />);
    expect([line('h2'), texts('li').length]).toEqual([title, steps]);
    if (steps === 0) expect(line('p')).toContain('The nominee with the most votes wins.');
  },
);

describe('the calendar file', () => {
  const phases = { votingOpensAt: null, votingClosesAt: '2025-12-01T20:00:00.000Z', winnersAnnouncedAt: null };
  const press = () => act(() => shown.container.querySelector('button')?.click());

  it('is saved under the name of the award and the year', async () => {
    vi.mocked(saveFile).mockReturnValue();
    await show({ phase: 'open', phases }, <CalendarButton />);
    await press();
    expect(vi.mocked(saveFile).mock.calls.map(([{ name, type }]) => [name, type])).toEqual([
      ['awards-2025.ics', 'text/calendar'],
    ]);
    expect(texts('[role=alert]')).toEqual([]);
  });

  it('that can’t be created shows an error in the visitor’s language', async () => {
    vi.mocked(calendarOf).mockImplementation(() => {
      throw new Error('its code is gone');
    });
    await show({ phase: 'open', phases }, <CalendarButton />);
    await act(() => chooseLanguage('uk'));
    await press();
    const told = ['Не вдалося створити файл календаря. Перезавантажте сторінку й спробуйте ще раз.'];
    expect(texts('[role=alert]')).toEqual(told);
    expect(texts('button')).toEqual(['Додати до календаря']);
    vi.mocked(calendarOf).mockRestore();
    vi.mocked(saveFile).mockReturnValue();
    await press();
    expect(texts('[role=alert]')).toEqual([]);
  });
});

describe('the numbers of votes and voters', () => {
  const Turnout = () => <p>{useTurnout(null)?.votes ?? 'none'}</p>;
  let api: ReturnType<typeof stubApi>;
  const asked = () => api.times('/vote/turnout');
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  const open = async (own: Partial<ShownEdition>) => {
    api = stubApi({ 'GET /vote/turnout': { body: { votes: 7, voters: 4 } } });
    const client = createQueryClient();
    const page = (more: Partial<ShownEdition>) =>
      within(more, <QueryClientProvider client={client}>{<Turnout />}</QueryClientProvider>);
    shown = await render(page(own));
    await act(() => vi.dynamicImportSettled());
    return (more: Partial<ShownEdition>) => shown.rerender(page(more));
  };

  it.each(['open', 'closed', 'announced'] as const)('are requested every minute: %s', async (phase) => {
    await open({ phase });
    for (let minutes = 1; minutes <= 3; minutes += 1) {
      await pass(60);
      expect(asked()).toBe(minutes);
    }
    expect(line('p')).toBe('7');
  });

  it('are not requested while there is nothing to show', async () => {
    const become = await open({ phase: 'scheduled' });
    await pass(180);
    expect(asked()).toBe(0);
    for (const phase of ['open', 'closed'] as const) {
      await become({ phase, results: HIDDEN });
      await pass(180);
      expect(asked()).toBe(0);
    }
    await become({ phase: 'announced', results: { ...HIDDEN, visible: true } });
    await pass(1);
    expect([asked(), line('p')]).toEqual([1, '7']);
  });
});
