// @vitest-environment happy-dom

import type { Vote } from '@laurel/contracts/records';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { useModals } from '../modals/store.ts';
import { beginSession, useSession } from '../session/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { category, editionWith, nomination } from '../testing/edition.ts';
import { stubApi } from '../testing/fake-api.ts';
import { inPage } from '../testing/page.tsx';
import { page, person } from '../testing/person.tsx';
import { act, render } from '../testing/render.tsx';
import { ADA, userInfo } from '../testing/voter.ts';
import { Hero } from './hero.tsx';
import ProgressPill from './progress-pill.tsx';
// Loads these modules before the tests. The page loads them later, with import().
import '../features/voting/calls.ts';
import './own.tsx';
import './horizon.tsx';

const EDITION = editionWith({ nominations: [nomination('Best partner', category('crypto'), category('finance'))] });
const VOTES = ['crypto', 'finance'].map((niche): Vote => ({ nomination: 'best-partner', niche, vote: 'ada' }));
const OWN = 'GET /vote/my-votes';

let api: ReturnType<typeof stubApi>;
let shown: Awaited<ReturnType<typeof render>>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const open = async (...verified: readonly string[]) => {
  api.answers['GET /users/info'] = userInfo(verified);
  shown = await render(inPage(<ProgressPill />, { edition: EDITION }));
  await pass(10);
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  await startI18n('en');
  api = stubApi({ [OWN]: { body: [] } }, () => useSession.getState().token);
  beginSession('a.b.c', ADA);
});
afterEach(cleanUp);

describe('the progress', () => {
  it.each([
    ['the missing step', ['PHONE'], [], '0 of 2', 'Finish: step 4 of 4'],
    ['the first category', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], [], '0 of 2', 'Start voting'],
    ['the next category', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], VOTES.slice(0, 1), '1 of 2', 'Next category'],
    ['the picks', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], VOTES, '2 of 2', 'My picks'],
  ])('leads to %s', async (_, verified, votes, progress, action) => {
    api.answers[OWN] = { body: votes };
    await open(...verified);
    expect([shown.container.textContent, page.buttons()]).toEqual([progress + action, [action]]);
  });

  it.each([
    ['on the way', 'open', ['PHONE'], 0, 'You are at step 4 of 4', 'Continue'],
    ['who has not voted yet', 'open', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], 0, 'Your votes: 0 of 2', 'Vote now'],
    ['a voter', 'open', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], 1, 'Your votes: 1 of 2', 'Continue'],
    ['who has voted everywhere', 'open', ['PHONE', 'TELEGRAM_SUBSCRIPTION'], 2, 'Your votes: 2 of 2', 'My picks'],
    ['a voter after voting', 'closed', [], 1, 'Your votes: 1 of 2', 'My votes'],
  ] as const)('is in the hero: %s', async (_, phase, verified, count, status, action) => {
    api.answers[OWN] = { body: VOTES.slice(0, count) };
    api.answers['GET /users/info'] = userInfo(verified);
    shown = await render(inPage(<Hero turnout={null} begun />, { edition: { ...EDITION, phase } }));
    await pass(10);
    expect([...shown.container.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain(status);
    expect(page.buttons()[0]).toBe(action);
  });

  it('opens the picks once there is a vote in every category', async () => {
    api.answers[OWN] = { body: VOTES };
    await open('PHONE', 'TELEGRAM_SUBSCRIPTION');
    await person.press('My picks');
    expect(useModals.getState().current).toEqual({ type: 'finished', props: {} });
  });

  it('is opened in the ballot, at the first category without a vote', async () => {
    api.answers[OWN] = { body: VOTES.slice(0, 1) };
    await open('PHONE', 'TELEGRAM_SUBSCRIPTION');
    await person.press('Next category');
    const at = { nomination: 'best-partner', niche: 'finance' };
    expect(useModals.getState().current).toEqual({ type: 'ballot', props: { at } });
  });

  it('is hidden until the votes are known, also if they can’t be loaded', async () => {
    api.answers[OWN] = () => new Promise(() => undefined);
    await open('PHONE', 'TELEGRAM_SUBSCRIPTION');
    expect(shown.container.textContent).toBe('');
    await shown.close();
    api.answers[OWN] = 'no answer';
    await open('PHONE', 'TELEGRAM_SUBSCRIPTION');
    await pass(10_000);
    expect(shown.container.textContent).toBe('');
  });
});
