// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EditionContext } from '../features/edition/context.ts';
import { followVerification, storeStatus } from '../features/journey/verification.ts';
import { startI18n } from '../i18n/i18n.ts';
import { beginSession, useSession } from '../session/store.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { editionWith } from '../testing/edition.ts';
import { type FakeAnswer, stubApi } from '../testing/fake-api.ts';
import { person } from '../testing/person.tsx';
import { act, render } from '../testing/render.tsx';
import AvatarMenu from './avatar-menu.tsx';
import { createQueryClient } from './query-client.ts';

const ADA = { name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' };
const EVENT = 'event-1';

/** Opens the menu. @returns its lines of the phone and of the social account */
const open = async (info: FakeAnswer | Promise<FakeAnswer>, user: Partial<typeof ADA> = ADA) => {
  stubApi({ 'GET /users/info': () => info }, () => useSession.getState().token);
  beginSession('a.b.c', user);
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <EditionContext value={editionWith({})}>
        <AvatarMenu />
      </EditionContext>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
  await person.press(`Your account, ${user.name ?? 'unknown'}`);
  return [...document.querySelectorAll('li')].slice(1);
};
const verified = (...types: readonly string[]): FakeAnswer => ({
  body: { success: true, data: { ...ADA, verifications: types.map((type) => ({ type, verified: true })) } },
});

beforeEach(async () => {
  vi.useFakeTimers();
  // The log of a verification is not there.
  vi.spyOn(console, 'warn').mockReturnValue();
  await startI18n('en');
});
afterEach(cleanUp);

describe('the menu', () => {
  it.each([
    ['not verified', 'not verified', verified(), undefined],
    ['verified', 'not verified', verified('PHONE'), undefined],
    ['not verified', 'verified', verified('TELEGRAM_SUBSCRIPTION'), undefined],
    ['not verified', 'in progress', verified(), 'IN_PROGRESS'],
    ['not verified', 'in progress', verified(), 'RETRY'],
    ['not verified', 'failed', verified(), 'NOT_VERIFIED'],
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
    await open(verified(), user);
    expect(document.querySelector('button [aria-hidden]')?.textContent).toBe(initials);
    const menu = document.querySelector('[role=dialog]');
    expect(menu?.querySelector('p')?.textContent).toBe(user.name ?? 'unknown');
    expect([...document.querySelectorAll('li bdi')].map(({ textContent }) => textContent)).toEqual([...data, 'social']);
  });
});
