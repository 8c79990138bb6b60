// @vitest-environment happy-dom

import type { VerificationStatus } from '@laurel/contracts/verification';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../../lib/stored.ts';
import { refusal } from '../../../testing/failures.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { ok, startStep } from '../../../testing/step.ts';
import { SocialModal } from './social-modal.tsx';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();
const BOT = 'https://t.me/laurel_awards_bot?start=event-1';
const TELEGRAM = 'GET /users/verification/telegram-link';
const INSTAGRAM = 'POST /users/verification';

let shown: Awaited<ReturnType<typeof showStep>> | undefined;
const [onBegun, onBlocked, onVerified] = [vi.fn(), vi.fn(), vi.fn()];
type Known = Partial<ComponentProps<typeof SocialModal>>;
const step = (status: VerificationStatus | undefined, more: Known) => (
  <SocialModal
    networks={['telegram', 'instagram']}
    telegramChannel="https://t.me/awards"
    instagramPage="https://instagram.com/awards"
    steps={4}
    status={status}
    proofCode={undefined}
    openInstagram={undefined}
    onBegun={onBegun}
    onBlocked={onBlocked}
    onVerified={onVerified}
    {...more}
  />
);
/** Opens the modal, or updates the open one's status. */
const show = async (status: VerificationStatus | undefined, more: Known = {}) => {
  if (shown) await shown.rerender(step(status, more));
  else shown = await showStep(step(status, more));
};
const links = () => [...document.body.querySelectorAll('a')].map(({ href }) => href);
const tab = () => document.body.querySelector('[role=tab][aria-selected=true]')?.textContent;
const { answers, pass, press, requests } = startStep(
  () => ({
    [TELEGRAM]: ok({ code: 'event-1', link: BOT, expiresAt: new Date(NOW).toISOString() }),
    [INSTAGRAM]: ok({ identifier: 'event-2', proofCode: 'K7M2QX' }),
  }),
  NOW,
);
/** Sends a username with Enter. */
const submit = async (name: string) => {
  await person.fill('Instagram username', name);
  await person.enter('Instagram username');
  await pass();
};

afterEach(() => {
  shown = undefined;
});

// This test fails, with a tab that leads to a refusal, if the page offers both.
it.each([
  ['telegram', 'instagram', 'Get link'],
  ['instagram', 'telegram', 'Submit my username'],
] as const)('an award with one network offers only %s, also if %s was requested', async (offered, asked, button) => {
  await show('NOT_VERIFIED', { networks: [offered], network: asked });
  expect([tab(), page.buttons()]).toEqual([undefined, expect.arrayContaining([button])]);
  const texts = document.body.textContent;
  expect([texts?.includes('One is enough'), texts?.includes('the other network')]).toEqual([false, false]);
});

describe('Telegram', () => {
  it('MD-07 SO-04 is the first tab: the channel, then the user’s own link to the bot', async () => {
    await show(undefined, { reason: 'Connect a social account to vote' });
    expect([tab(), page.news('alert')]).toEqual(['Telegram', ['Connect a social account to vote']]);
    expect(links()).toEqual(['https://t.me/awards']);
    await press('Get link');
    expect(onBegun.mock.calls).toEqual([[{ eventId: 'event-1', proofCode: undefined }]]);
    await show('IN_PROGRESS', { reason: 'Connect a social account to vote' });
    expect(links()).toEqual(['https://t.me/awards', BOT]);
    expect(document.activeElement?.textContent).toBe('Go to bot');
    // The reason disappears once a verification has started.
    expect([page.news('alert'), page.news('status')]).toEqual([[], ['Waiting for you to confirm on Telegram']]);
  });

  it('SO-06 shows what the bot could not find, and keeps the link', async () => {
    stored.telegramLink.write({ link: BOT, expiresAt: NOW + 60_000 });
    await show('RETRY');
    expect([tab(), links()]).toEqual(['Telegram', ['https://t.me/awards', BOT]]);
    expect(page.news('alert')).toEqual([expect.stringMatching(/^The bot could not find you/)]);
    // The link expires while it is shown.
    await pass(61_000);
    expect(links()).not.toContain(BOT);
    // The server ends the verification some minutes later. Until then it is not one of Instagram.
    expect([tab(), page.buttons()]).toEqual(['Telegram', expect.arrayContaining(['Get link'])]);
    await show('IN_PROGRESS');
    expect(tab()).toBe('Telegram');
  });

  it('SO-06 offers a new link after a failed verification', async () => {
    stored.telegramLink.write({ link: BOT, expiresAt: NOW + 60_000 });
    await show('NOT_VERIFIED');
    expect([links(), page.buttons()]).toEqual([['https://t.me/awards'], expect.arrayContaining(['Get link'])]);
    expect(page.news('alert')).toEqual([expect.stringMatching(/^That didn’t work/)]);
  });

  it('SO-02 ends without attempts left; another failure shows in the modal', async () => {
    await show(undefined);
    answers[TELEGRAM] = 'no answer';
    await press('Get link');
    expect([page.news('alert').length, onBlocked.mock.calls.length]).toEqual([1, 0]);
    answers[TELEGRAM] = refusal('social.attempts');
    await press('Get link');
    expect(onBlocked.mock.calls).toMatchObject([[{ code: 'social.attempts' }]]);
    expect(onBegun).not.toHaveBeenCalled();
  });
});

describe('Instagram', () => {
  it('MD-07 SO-01 has a page to follow, accepts a trimmed name, and shows the code to send', async () => {
    await show(undefined);
    await press('Instagram', 'tab');
    expect(links()).toEqual(['https://instagram.com/awards']);
    expect(document.body.textContent).toContain('Verification may take up to 3 minutes.');
    await submit(' ada.lovelace ');
    expect(requests().at(-1)?.body).toEqual({ verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' });
    expect(onBegun.mock.calls).toEqual([[{ eventId: 'event-2', proofCode: 'K7M2QX' }]]);
    await show('IN_PROGRESS', { proofCode: 'K7M2QX' });
    expect(document.body.querySelector('code')?.textContent).toBe('K7M2QX');
    expect(document.activeElement?.textContent).toBe('Copy');
    expect(page.news('status')).toEqual(['We are checking that you follow us']);
  });

  // This test fails, with an empty form that costs another attempt, if only a code tells that it is of Instagram.
  it('is shown while a manual review, which has no code, is awaited', async () => {
    answers[INSTAGRAM] = ok({ identifier: 'event-2' });
    await show(undefined);
    await press('Instagram', 'tab');
    await submit('ada.lovelace');
    await show('IN_PROGRESS');
    expect([tab(), page.news('status')]).toEqual(['Instagram', ['We are checking that you follow us']]);
  });

  it('SO-06 shows a verification without a link; the other tab shows none', async () => {
    await show('RETRY', { proofCode: 'K7M2QX' });
    expect([tab(), page.news('alert')]).toEqual(['Instagram', [expect.stringMatching(/^We got your message/)]]);
    await press('Telegram', 'tab');
    expect([page.news('alert'), page.news('status')]).toEqual([[], []]);
    expect(page.buttons()).toContain('Get link');
  });

  it('SO-01 shows the code of a verification that another device started, on its own tab', async () => {
    const openInstagram = { verificationStatus: 'IN_PROGRESS', proofCode: 'K7M2QX' } as const;
    await show('IN_PROGRESS', { proofCode: 'K7M2QX', openInstagram });
    expect([tab(), document.body.querySelector('code')?.textContent]).toEqual(['Instagram', 'K7M2QX']);
    expect(document.activeElement?.textContent).toBe('Copy');
    // A Telegram link of this device does not hide it.
    stored.telegramLink.write({ link: BOT, expiresAt: NOW + 60_000 });
    await pass(1_000);
    await press('Instagram', 'tab');
    expect(document.body.querySelector('code')?.textContent).toBe('K7M2QX');
  });

  it('opens on the requested tab, with the focus on its main action', async () => {
    await show('IN_PROGRESS', { proofCode: 'K7M2QX', network: 'telegram' });
    expect([tab(), document.activeElement?.textContent]).toEqual(['Telegram', 'Get link']);
    await shown?.close();
    shown = undefined;
    stored.telegramLink.write({ link: BOT, expiresAt: NOW + 60_000 });
    await show('IN_PROGRESS');
    expect(document.activeElement?.textContent).toBe('Go to bot');
  });

  it('can be started again with another name, and shows the new code', async () => {
    await show('IN_PROGRESS', { proofCode: 'OLD234' });
    await press('Start again with a new code');
    expect(document.activeElement).toBe(page.field('Instagram username'));
    await submit('ada.new');
    await show('IN_PROGRESS', { proofCode: 'K7M2QX' });
    expect(document.body.querySelector('code')?.textContent).toBe('K7M2QX');
  });

  it('shows a name’s error under the field, and ends if the name is another person’s', async () => {
    await show('NOT_VERIFIED');
    await submit('not a name');
    expect(page.errorOf('Instagram username')).toBeTruthy();
    expect(requests()).toEqual([]);
    answers[INSTAGRAM] = refusal('social.tag_used');
    await submit('taken');
    expect(onBlocked.mock.calls).toMatchObject([[{ code: 'social.tag_used' }]]);
  });
});

it('SO-07 an account that is connected shows a message and continues, once', async () => {
  await show('IN_PROGRESS');
  expect(onVerified).not.toHaveBeenCalled();
  await show('VERIFIED');
  // The step stays as it is until the next one opens.
  await show(undefined);
  expect(page.news('status')).toEqual(['Your social account is connected.']);
  expect(onVerified).toHaveBeenCalledTimes(1);
});
