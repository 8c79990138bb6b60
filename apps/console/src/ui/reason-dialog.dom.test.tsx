// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../i18n/i18n.ts';
import { CallFailure } from '../lib/failure.ts';
import { closeConsole, page, person } from '../testing/console.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { Toasts } from './toast.tsx';
import { useChange } from './use-change.ts';

const [onConfirm, onClose, read] = [vi.fn<(reason: string) => Promise<void>>(), vi.fn(), vi.fn()];

const Suspending = ({ ready }: { ready: boolean }) => {
  useQuery({ queryKey: ['voter'], queryFn: () => read() ?? null });
  const change = useChange(['voter']);
  return (
    <ReasonDialog
      title="Suspend this account?"
      action="Suspend"
      ready={ready}
      onConfirm={(reason) => change(() => onConfirm(reason), 'The account is suspended')}
      onClose={onClose}
    >
      Two sessions end now.
    </ReasonDialog>
  );
};

const open = async (ready = true) => {
  await loadTexts('errors');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts />
      <Suspending ready={ready} />
    </QueryClientProvider>,
  );
  await page.find('Two sessions end now.');
};
const action = () => page.button('Suspend');

beforeEach(async () => {
  await startI18n('en');
  for (const each of [onConfirm, onClose, read]) each.mockReset();
  onConfirm.mockResolvedValue();
});
afterEach(async () => {
  cleanup();
  await closeConsole();
});

describe('a dialog that asks for the reason of a change', () => {
  it('makes the change with the trimmed reason, closes, and loads what it changed again', async () => {
    await open();
    await person.explain(' Called, ticket 4711 ', 'Suspend');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect([onConfirm.mock.calls, read.mock.calls.length]).toEqual([[['Called, ticket 4711']], 2]);
  });

  it.each([
    ['no', 'Say why in at least 3 characters'],
    ['for ada@example.org', /^Name no person/],
  ])('changes nothing for the reason “%s”, and says under the field what is wrong', async (why, text) => {
    await open();
    await person.explain(why, 'Suspend');
    await page.find(text);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('stays open after a refusal, with the reason, and loads again what is old now', async () => {
    onConfirm.mockRejectedValue(new CallFailure('console.changed', 409));
    await open();
    await person.explain('Bought votes', 'Suspend');
    expect(await page.alert()).toBe('Somebody else has just changed this. Look at it again');
    expect([page.field('Why').value, onClose.mock.calls.length, read.mock.calls.length]).toEqual([
      'Bought votes',
      0,
      2,
    ]);
    onConfirm.mockResolvedValue();
    await person.press('Suspend');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it('shows under the reason what the server says about it, and moves the focus there', async () => {
    const fields = { reason: 'Say it without the number of the person' };
    onConfirm.mockRejectedValue(new CallFailure('request.invalid', 400, { metadata: { fields } }));
    await open();
    await person.explain('He left the company', 'Suspend');
    await page.find('Say it without the number of the person');
    expect(document.activeElement).toBe(page.field('Why'));
  });

  it('makes no change that is not ready', async () => {
    await open(false);
    await person.fill('Why', 'Called, ticket 4711');
    expect(action()?.getAttribute('aria-disabled')).toBe('true');
    await person.press('Suspend');
    await act(async () => page.field('Why').form?.requestSubmit());
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('can’t be closed, or sent again, while the change is made', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onConfirm.mockReturnValue(promise);
    await open();
    await person.explain('Called, ticket 4711', 'Suspend');
    await person.press('Suspend');
    await person.press('Cancel');
    expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
    resolve();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });
});
