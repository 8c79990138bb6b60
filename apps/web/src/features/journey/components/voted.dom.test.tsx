// @vitest-environment happy-dom

import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { Vote } from '@laurel/contracts/records';
import { onlineManager } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../app/query-client.ts';
import { setServerTime } from '../../../lib/server-clock.ts';
import { openModal, useModals } from '../../../modals/store.ts';
import { beginSession, useSession } from '../../../session/store.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { category, company, editionWith, nomination } from '../../../testing/edition.ts';
import { stubApi } from '../../../testing/fake-api.ts';
import { inPage } from '../../../testing/page.tsx';
import { page, person, showStep } from '../../../testing/person.tsx';
import { act } from '../../../testing/render.tsx';
import { ADA } from '../../../testing/voter.ts';
import { useShown } from '../../nominations/store.ts';
import { ownVotesQuery } from '../../voting/api.ts';
import { Finished, MyVotes, Voted } from './voted.tsx';
// Loads this module before the tests. The page loads it later, with import().
import '../../voting/calls.ts';

const within = (name: string) => category(name, company(`${name} & Co`, { tag: `${name.toLowerCase()}-co` }));
const PARTNER = { en: 'Best partner', uk: 'Найкращий партнер' };
const NOMINATIONS = [{ ...nomination('Best partner', within('Crypto'), within('Finance')), title: PARTNER }];

const voteIn = (niche: string): Vote => ({ nomination: 'best-partner', niche, vote: `${niche}-co` });
const [CRYPTO, FINANCE] = [voteIn('crypto'), voteIn('finance')];
const OWN = 'GET /vote/my-votes';

let api: ReturnType<typeof stubApi>;
let client: ReturnType<typeof createQueryClient>;
let shown: Awaited<ReturnType<typeof showStep>>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

type Open = {
  known?: readonly Vote[];
  phase?: 'open' | 'closed';
  language?: 'en' | 'uk';
  edition?: Parameters<typeof editionWith>[0];
};
const open = async (modal: ReactNode, { known, phase = 'open', language = 'en', edition }: Open = {}) => {
  if (known) client.setQueryData(ownVotesQuery('a.b.c').queryKey, [...known]);
  shown = await showStep(
    inPage(modal, { client, edition: editionWith({ phase, nominations: NOMINATIONS, ...edition }) }),
    language,
  );
  await pass(1);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  client = createQueryClient();
  api = stubApi({ [OWN]: { body: [CRYPTO] } }, () => useSession.getState().token);
  beginSession('a.b.c', ADA);
});
afterEach(cleanUp);

describe('a recorded vote', () => {
  it.each([
    ['en', 'Next category (1 left)Best partner: Finance', 'Your vote is in Crypto & CoBest partner: Crypto'],
    [
      'uk',
      'Наступна категорія (ще 1)Найкращий партнер: Finance',
      'Ваш голос зараховано Crypto & CoНайкращий партнер: Crypto',
    ],
  ] as const)('is read by a screen reader with the focused button, %s', async (language, next, told) => {
    await open(<Voted vote={CRYPTO} />, { known: [CRYPTO], language });
    expect([document.activeElement?.textContent, page.description()]).toEqual([next, told]);
  });

  it('leads to the next category', async () => {
    openModal({ type: 'voted', props: { vote: CRYPTO } });
    await open(<Voted vote={CRYPTO} />, { known: [CRYPTO] });
    await person.press('Next category (1 left) Best partner: Finance');
    expect(useModals.getState().current).toBeUndefined();
    expect(useShown.getState().chosen['best-partner']).toBe('finance');
  });

  it('is shared with a text and a link that opens at its nominee, and says for two seconds that it was copied', async () => {
    const share = vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    vi.stubGlobal('navigator', { share });
    await open(<Voted vote={CRYPTO} />, { known: [CRYPTO] });
    await person.press('Share');
    const [{ text, url }] = share.mock.calls[0] ?? [{}];
    expect(text).toMatch(/^I voted for Crypto & Co at .+\. Cast your vote, too:$/);
    expect(new URL(url).search).toBe('?nomination=best-partner&company=crypto-co&niche=crypto&lang=en');
    // The clipboard of the testing library's user.
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(page.news('status')).toContain('Copied');
    await pass(2_000);
    expect(page.news('status')).not.toContain('Copied');
  });

  it('counts although the votes could not be loaded again', async () => {
    await open(<Voted vote={CRYPTO} />, { known: [] });
    expect(document.body.textContent).toContain('You have voted in 1 of 2 categories');
  });

  it('has no next category once voting has closed', async () => {
    await open(<Voted vote={CRYPTO} />, { known: [CRYPTO], phase: 'closed' });
    expect(page.title()).toBe('Your vote is in');
    expect(page.buttons()).toEqual(['Done', 'Share']);
    expect([document.activeElement?.textContent, page.description()]).toEqual([
      'Done',
      'Your vote is in Crypto & CoBest partner: Crypto',
    ]);
  });

  it.each([
    ['en', 'You have voted in every category', 'Your vote for Finance & Co is in.'],
    ['uk', 'Ви проголосували в усіх категоріях', 'Останній голос — Finance & Co.'],
  ] as const)(
    'is shown with all choices if it was the last one, and is read with the focused button, %s',
    async (language, title, told) => {
      await open(<Voted vote={FINANCE} />, { known: [CRYPTO, FINANCE], language });
      expect(page.description()).toContain(title);
      expect(page.description()).toContain(told);
    },
  );

  it('asks once whether to tell the winners by email, and stores each answer', async () => {
    const box = () => document.querySelector<HTMLInputElement>('input[type=checkbox]');
    const tick = async () => {
      await act(() => box()?.click());
      await pass(1);
      return [box()?.checked, api.requests.at(-1)?.body];
    };
    api.answers['POST /users/tell-winners'] = { body: { success: true } };
    await open(<Voted vote={FINANCE} />, { known: [CRYPTO, FINANCE] });
    expect(box()?.closest('label')?.textContent).toBe('Tell me by email when the winners are announced');
    expect([await tick(), await tick()]).toEqual([
      [true, { wanted: true }],
      [false, { wanted: false }],
    ]);
    api.answers['POST /users/tell-winners'] = { status: 500, body: {} };
    expect((await tick())[0]).toBe(false);
    expect(document.body.textContent).toContain('That was not stored');
    await shown.close();
    await open(<Finished />, { known: [CRYPTO, FINANCE] });
    expect(box()).toBeNull();
  });

  it('is not named when all choices are opened on another day', async () => {
    await open(<Finished />, { known: [CRYPTO, FINANCE] });
    expect(page.description()).toMatch(/^You have voted in every category Your choices in all 2 categories count/);
  });

  it('counts among all choices also if its nominee was withdrawn', async () => {
    await open(<Finished />, { known: [{ ...CRYPTO, vote: 'gone' }, FINANCE] });
    expect(page.description()).toContain('Your choices in all 2 categories count');
    expect(document.body.textContent).toContain('2 of 2');
  });
});

describe('the list of own votes', () => {
  it('lists every category while voting is open, and only the votes afterwards', async () => {
    await open(<MyVotes />, { known: [CRYPTO] });
    expect(page.buttons()).toEqual(['CryptoCrypto & Co', 'FinanceNo vote yet', 'Share a picture of my picks']);
    await shown.close();
    await open(<MyVotes />, { known: [CRYPTO], phase: 'closed' });
    expect(page.buttons()).toEqual(['CryptoCrypto & Co', 'Share a picture of my picks']);
  });

  it.each(['open', 'closed'] as const)('keeps a vote for a nominee who was withdrawn while it is %s', async (phase) => {
    await open(<MyVotes />, { known: [{ ...CRYPTO, vote: 'gone' }, FINANCE], phase });
    expect(page.buttons()).toEqual([
      'CryptoYour nominee was withdrawn',
      'FinanceFinance & Co',
      'Share a picture of my picks',
    ]);
    expect(document.body.textContent).not.toContain('No vote yet');
  });

  it('has no picture of a vote for a nominee who was withdrawn', async () => {
    await open(<MyVotes />, { known: [{ ...CRYPTO, vote: 'gone' }], phase: 'closed' });
    expect(page.buttons()).toEqual(['CryptoYour nominee was withdrawn']);
  });

  it('waits for the votes, and does not say meanwhile that there are none', async () => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.answers[OWN] = async () => {
      await held;
      return { body: [CRYPTO] };
    };
    await open(<MyVotes />);
    expect([page.title(), page.news('status'), page.buttons()]).toEqual(['My votes', ['Loading'], []]);
    expect(document.body.textContent).not.toContain('0 of 2');
    answer();
    await pass(10);
    expect(document.body.textContent).toContain('You have voted in 1 of 2 categories');
    expect(document.activeElement?.textContent).toBe('CryptoCrypto & Co');
  });

  it('says that they could not be loaded while the browser is offline', async () => {
    onlineManager.setOnline(false);
    api.answers[OWN] = { body: [CRYPTO] };
    await open(<MyVotes />);
    expect(page.news('alert')).toEqual(['We couldn’t load your votes. Check your internet connection and try again.']);
    await act(() => onlineManager.setOnline(true));
    await pass(10);
    expect(document.body.textContent).toContain('You have voted in 1 of 2 categories');
  });

  it('says that they could not be loaded, and loads them again', async () => {
    api.answers[OWN] = 'no answer';
    await open(<MyVotes />);
    await pass(10_000);
    expect(page.news('alert')).toEqual(['We couldn’t load your votes. Check your internet connection and try again.']);
    api.answers[OWN] = { body: [CRYPTO] };
    await person.press('Try again');
    await pass(10);
    expect(document.body.textContent).toContain('You have voted in 1 of 2 categories');
  });
});

describe('the public record in the list of own votes', () => {
  const NOW = '2027-05-01T18:00:00.000Z';
  const receipt = { ...CRYPTO, serverNonce: '', browserNonce: '', leaf: '', index: null, proof: null };
  const list = async (phases: PublicEdition['phases']) => {
    vi.setSystemTime(NOW);
    setServerTime(NOW);
    const log = { origin: 'awards.example/log/2025', verifierKey: '', witnesses: [] };
    api.answers['GET /vote/receipts'] = { body: [receipt] };
    api.answers['GET /log/2025/status'] = 'no answer';
    await open(<MyVotes />, { known: [CRYPTO], phase: 'closed', edition: { log, phases } });
    await pass(10);
    return [...document.body.querySelectorAll('li p')].map(({ textContent }) => textContent);
  };
  const at = (minutesAgo: number) => new Date(Date.parse(NOW) - minutesAgo * 60_000).toISOString();

  it('says that a vote is late, also in an award without a closing time', async () => {
    const none = { votingOpensAt: null, votingClosesAt: null };
    expect(await list({ ...none, winnersAnnouncedAt: at(14) })).toEqual(['Enters the public record within 10 minutes']);
    await shown.close();
    expect(await list({ ...none, winnersAnnouncedAt: at(16) })).toEqual(['Not in the public record']);
  });
});
