// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followVerification, storeStatus } from '../features/journey/verification.ts';
import { startI18n } from '../i18n/i18n.ts';
import { beginSession, useSession } from '../session/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { type FakeAnswer, stubApi } from '../testing/fake-api.ts';
import { inPage } from '../testing/page.tsx';
import { person } from '../testing/person.tsx';
import { act, render } from '../testing/render.tsx';
import { ADA, userInfo } from '../testing/voter.ts';
import AvatarMenu from './avatar-menu.tsx';

const EVENT = 'event-1';

/** Opens the menu. @returns its lines of the phone and of the social account */
const open = async (info: FakeAnswer | Promise<FakeAnswer>, user: Partial<typeof ADA> = ADA) => {
  stubApi({ 'GET /users/info': () => info }, () => useSession.getState().token);
  beginSession('a.b.c', user);
  await render(inPage(<AvatarMenu />));
  await act(() => vi.advanceTimersByTimeAsync(10));
  await person.press(`Your account, ${user.name ?? 'unknown'}`);
  return [...document.querySelectorAll('li')].slice(1);
};

beforeEach(async () => {
  vi.useFakeTimers();
  // The log of a verification is not there.
  vi.spyOn(console, 'warn').mockReturnValue();
  await startI18n('en');
});
afterEach(cleanUp);

describe('the menu', () => {
  it.each([
    ['not verified', 'not verified', userInfo([]), undefined],
    ['verified', 'not verified', userInfo(['PHONE']), undefined],
    ['not verified', 'verified', userInfo(['TELEGRAM_SUBSCRIPTION']), undefined],
    ['not verified', 'in progress', userInfo([]), 'IN_PROGRESS'],
    ['not verified', 'in progress', userInfo([]), 'RETRY'],
    ['not verified', 'failed', userInfo([]), 'NOT_VERIFIED'],
    ['checking', 'checking', new Promise<never>(() => undefined), undefined],
  ] as const)(
    'LP-12 LP-13 SO-08 says that the phone is %s and the social account %s',
    async (phone, social, info, status) => {
      if (status) {
        followVerification({ eventId: EVENT, proofCode: undefined });
        storeStatus(EVENT, status);
      }
      const lines = await open(info);
      expect(lines.map((line) => line.querySelector('small')?.textContent)).toEqual([phone, social]);
    },
  );

  it.each<[string, string, Partial<typeof ADA>, string[]]>([
    ['initials', 'Z&', { ...ADA, name: `Zoë & <b>"Q"</b> O'Neil` }, [ADA.email, ADA.phoneNumber]],
    ['two question marks', '??', {}, ['no e-mail', 'no phone']],
  ])('LP-10 LP-11 I18-04 has %s in the button, and the user’s data as it is', async (_, initials, user, data) => {
    await open(userInfo([]), user);
    expect(document.querySelector('button [aria-hidden]')?.textContent).toBe(initials);
    const menu = document.querySelector('[role=dialog]');
    expect(menu?.querySelector('p')?.textContent).toBe(user.name ?? 'unknown');
    expect([...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent)).toEqual([...data, 'social']);
  });
});
