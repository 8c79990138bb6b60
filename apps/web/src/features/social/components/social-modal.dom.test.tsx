// @vitest-environment happy-dom
import type { VerificationStatus } from '@laurel/contracts/verification';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../../../lib/storage.ts';
import { stored } from '../../../lib/stored.ts';
import { refusalBody } from '../../../testing/failures.ts';
import { stubApi } from '../../../testing/fake-api.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { drawn } from '../../../testing/render.tsx';
import { SocialModal } from './social-modal.tsx';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();
const BOT = 'https://t.me/laurel_awards_bot?start=event-1';
const TELEGRAM = 'GET /users/verification/telegram-link';
const INSTAGRAM = 'POST /users/verification';
const refusal = (status: number, ...given: Parameters<typeof refusalBody>) => ({ status, body: refusalBody(...given) });

let api: ReturnType<typeof stubApi>;
let shown: Awaited<ReturnType<typeof showStep>> | undefined;
const [onBegun, onBlocked, onVerified] = [vi.fn(), vi.fn(), vi.fn()];
type Known = Partial<ComponentProps<typeof SocialModal>>;
const step = (status: VerificationStatus | undefined, more: Known) => (
  <SocialModal
    telegramChannel="https://t.me/awards"
    instagramPage="https://instagram.com/awards"
    steps={4}
    status={status}
    proofCode={undefined}
    onBegun={onBegun}
    onBlocked={onBlocked}
    onVerified={onVerified}
    {...more}
  />
);
/** Opens it, or tells the open one what has become of the verification. */
const show = async (status: VerificationStatus | undefined, more: Known = {}) => {
  if (shown) await shown.redraw(step(status, more));
  else shown = await showStep(step(status, more));
};
const links = () => [...document.body.querySelectorAll('a')].map(({ href }) => href);
const tab = () => document.body.querySelector('[role=tab][aria-selected=true]')?.textContent;
const press = async (name: string) => {
  await person.press(name);
  await drawn(() => vi.advanceTimersByTimeAsync(0));
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  clearStorage();
  const link = { code: 'event-1', link: BOT, expiresAt: new Date(NOW).toISOString() };
  api = stubApi({
    [TELEGRAM]: { body: { success: true, data: link } },
    [INSTAGRAM]: { body: { success: true, data: { identifier: 'event-2', proofCode: 'K7M2QX' } } },
  });
});
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearStorage();
  for (const each of [onBegun, onBlocked, onVerified]) each.mockReset();
});

describe('Telegram', () => {
  it('SO-04 is asked first: the channel, then a link to the bot that is this person’s alone', async () => {
    await show(undefined, { reason: 'Connect a social account to vote' });
    expect([tab(), page.news('alert')]).toEqual(['Telegram', ['Connect a social account to vote']]);
    expect(links()).toEqual(['https://t.me/awards']);
    await press('Get link');
    expect(onBegun.mock.calls).toEqual([[{ eventId: 'event-1', proofCode: undefined }]]);
    await show('IN_PROGRESS', { reason: 'Connect a social account to vote' });
    expect(links()).toEqual(['https://t.me/awards', BOT]);
    // Once it is under way, the reason why it began is old.
    expect([page.news('alert'), page.news('status')]).toEqual([[], ['Waiting for you to confirm in Telegram']]);
  });

  it('SO-06 says what the bot could not see, and keeps the link', async () => {
    stored.telegramLink.write({ link: BOT, expiresAt: NOW + 60_000 });
    await show('RETRY');
    expect([tab(), links()]).toEqual(['Telegram', ['https://t.me/awards', BOT]]);
    expect(page.news('alert')).toEqual([expect.stringMatching(/^The bot could not find you/)]);
    // The link runs out while somebody looks at it.
    await drawn(() => vi.advanceTimersByTimeAsync(61_000));
    expect(links()).not.toContain(BOT);
  });

  it('SO-06 that did not work out offers a new link, and not the old one', async () => {
    stored.telegramLink.write({ link: BOT, expiresAt: NOW + 60_000 });
    await show('NOT_VERIFIED');
    expect([links(), page.buttons()]).toEqual([['https://t.me/awards'], expect.arrayContaining(['Get link'])]);
    expect(page.news('alert')).toEqual([expect.stringMatching(/^This did not work out/)]);
  });

  it('SO-02 without an attempt left ends here; another failure is said on the spot', async () => {
    await show(undefined);
    api.answers[TELEGRAM] = 'no answer';
    await press('Get link');
    expect([page.news('alert').length, onBlocked.mock.calls.length]).toEqual([1, 0]);
    api.answers[TELEGRAM] = refusal(429, 'social.attempts');
    await press('Get link');
    expect(onBlocked.mock.calls).toMatchObject([[{ code: 'social.attempts' }]]);
    expect(onBegun).not.toHaveBeenCalled();
  });
});

describe('Instagram', () => {
  it('SO-01 takes a name, without the spaces that were pasted with it, and shows the code to send', async () => {
    await show(undefined);
    await press('Instagram');
    await person.fill('Instagram username', ' ada.lovelace ');
    await person.enter('Instagram username');
    await drawn(() => vi.advanceTimersByTimeAsync(0));
    expect(api.asked.at(-1)?.body).toEqual({ verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' });
    expect(onBegun.mock.calls).toEqual([[{ eventId: 'event-2', proofCode: 'K7M2QX' }]]);
    await show('IN_PROGRESS', { proofCode: 'K7M2QX' });
    expect(document.body.querySelector('code')?.textContent).toBe('K7M2QX');
    expect(page.news('status')).toEqual(['We are checking your subscription']);
  });

  it('SO-06 is where a verification without a link is under way; the other tab has nothing under way', async () => {
    await show('RETRY', { proofCode: 'K7M2QX' });
    expect([tab(), page.news('alert')]).toEqual(['Instagram', [expect.stringMatching(/^We have your message/)]]);
    await press('Telegram');
    expect([page.news('alert'), page.news('status')]).toEqual([[], []]);
    expect(page.buttons()).toContain('Get link');
  });

  it('may be begun again with another name, and shows the new code then', async () => {
    await show('IN_PROGRESS', { proofCode: 'OLD234' });
    await press('Start again with a new code');
    await person.fill('Instagram username', 'ada.new');
    await person.enter('Instagram username');
    await drawn(() => vi.advanceTimersByTimeAsync(0));
    await show('IN_PROGRESS', { proofCode: 'K7M2QX' });
    expect(document.body.querySelector('code')?.textContent).toBe('K7M2QX');
  });

  it('says under the field what is wrong with a name, and ends where it is another person’s', async () => {
    await show('NOT_VERIFIED');
    await person.fill('Instagram username', 'not a name');
    await person.enter('Instagram username');
    expect(page.errorOf('Instagram username')).toBeTruthy();
    expect(api.asked).toEqual([]);
    api.answers[INSTAGRAM] = refusal(409, 'social.tag_used');
    await person.fill('Instagram username', 'taken');
    await person.enter('Instagram username');
    await drawn(() => vi.advanceTimersByTimeAsync(0));
    expect(onBlocked.mock.calls).toMatchObject([[{ code: 'social.tag_used' }]]);
  });
});

describe('SO-07 an account that is connected', () => {
  it('is said, and leads on, once', async () => {
    await show('IN_PROGRESS');
    expect(onVerified).not.toHaveBeenCalled();
    await show('VERIFIED');
    // The verification is forgotten as it leads on: the step stays as it is until the next one is there.
    await show(undefined);
    expect(page.news('status')).toEqual(['Your social account is connected.']);
    expect(onVerified).toHaveBeenCalledTimes(1);
  });
});
