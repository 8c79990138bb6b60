// @vitest-environment happy-dom
import { act, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { meOf } from '../../testing/data.ts';
import { type FakeAnswer, refusal } from '../../testing/fake-api.ts';
import { AT, idOf, review } from '../../testing/reviews.ts';
import type { Review } from './types.ts';

let waiting: Review[];

const decided = (outcome: string) => ({ body: { success: true, data: { outcome, undoUntil: AT } } });

const { answers, calls, open, sentTo, shown } = startScreen('/reviews', () => {
  waiting = [review(1), review(2), review(3)];
  const decisions = { approve: 'approved', reject: 'rejected', undo: 'waiting' };
  const calls = [1, 2, 3].flatMap((number) =>
    Object.entries(decisions).map(([verb, outcome]) => [`POST /reviews/${idOf(number)}/${verb}`, decided(outcome)]),
  );
  return {
    'GET /me': { body: meOf('support') },
    'GET /reviews?limit=100': () => ({ body: { reviews: waiting, waiting: waiting.length, next: null } }),
    ...Object.fromEntries(calls),
  };
});

/** Holds the answer to a decision back. @returns how to let it come */
const hold = (decision: string, outcome: string) => {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  answers[`POST /reviews/${idOf(1)}/${decision}`] = () => promise;
  return () => resolve(decided(outcome));
};

const current = async (tag: string) => page.heading(`@${tag}`);
const press = (keys: string) => userEvent.setup({ document }).keyboard(keys);
const decisions = (): string[] =>
  calls()
    .filter((call) => call.startsWith('POST'))
    .map((call) => call.replace('POST /reviews/00000000-0000-4000-8000-00000000000', ''));

describe('the queue', () => {
  it('decides by keys, one name after another, without waiting for the server', async () => {
    const answer = hold('approve', 'approved');
    await open();
    await current('name.1');
    await press('a');
    await current('name.2');
    await press('r');
    await current('name.3');
    expect(decisions()).toEqual(['1/approve', '2/reject']);
    await act(async () => answer());
    expect(page.has('@name.1 is approved')).toBe(true);
  });

  it('sends the chosen reason with each decision', async () => {
    await open();
    await person.choose('When you reject', 'noProfile');
    await person.press('Reject name.1');
    await person.press('Approve name.2');
    expect(sentTo(`POST /reviews/${idOf(1)}/reject`)).toEqual([{ reason: 'There is no such profile' }]);
    expect(sentTo(`POST /reviews/${idOf(2)}/approve`)).toEqual([{ reason: 'The profile follows the award' }]);
  });

  it('goes through the names by arrows, J and K, and keeps the focus on the current one', async () => {
    await open();
    await current('name.1');
    await press('{ArrowDown}');
    await current('name.2');
    await press('j');
    await current('name.3');
    await press('j');
    await current('name.3');
    await press('k{ArrowUp}');
    await current('name.1');
    await person.press(/^@name\.2/);
    await current('name.2');
    expect(document.activeElement?.textContent).toContain('@name.2');
    await press('a');
    await current('name.3');
    expect(document.activeElement?.textContent).toContain('@name.3');
  });

  it('decides by no letter once they are switched off, also after a visit elsewhere', async () => {
    await open();
    await person.press('Switch letters off');
    await shown()?.close();
    await open();
    await current('name.1');
    expect(page.has('Letters do nothing; the arrows go through the names.')).toBe(true);
    expect(page.button('Approve name.1')?.getAttribute('aria-keyshortcuts')).toBeNull();
    await press('a');
    await press('{ArrowDown}');
    await current('name.2');
    await person.press('Approve name.2');
    await expect.poll(() => sentTo(`POST /reviews/${idOf(2)}/approve`)).toHaveLength(1);
    expect(sentTo(`POST /reviews/${idOf(1)}/approve`)).toEqual([]);
    await person.press('Switch letters on');
    await press('a');
    await expect.poll(() => sentTo(`POST /reviews/${idOf(3)}/approve`)).toHaveLength(1);
  });

  it('ignores keys in a field or with a modifier, and decides once while a key is held', async () => {
    await open();
    (await within(document.body).findByLabelText('When you approve')).focus();
    await press('a');
    expect(decisions()).toEqual([]);
    await person.press(/^@name\.1/);
    await press('{Control>}a{/Control}');
    expect(decisions()).toEqual([]);
    await press('{a>5/}');
    expect(decisions()).toEqual(['1/approve']);
    await current('name.2');
    await press('{r>5/}');
    expect(decisions()).toEqual(['1/approve', '2/reject']);
    await current('name.3');
    await press('{u>5/}');
    expect(decisions()).toEqual(['1/approve', '2/reject', '2/undo']);
  });

  it('points out what needs a second look', async () => {
    waiting = [review(1, { otherAccounts: 2, proofCode: 'ACDEFG', tries: 3 }), review(2, { taken: true })];
    await open();
    await current('name.1');
    expect(page.has('2 other accounts have submitted this name, too.')).toBe(true);
    expect(page.has('ACDEFG')).toBe(true);
    expect(page.has('3 so far')).toBe(true);
    expect(page.has('no Telegram')).toBe(true);
    await press('j');
    expect(await page.find(/Another account has proven this name/)).toBeTruthy();
  });

  it('says that no name waits', async () => {
    waiting = [];
    await open();
    expect(await page.find('Nobody waits for a decision')).toBeTruthy();
  });

  it('hides a decided name while the server still lists it, and shows it again after somebody else’s undo', async () => {
    const [first, second, third] = [review(1), review(2), review(4)];
    const nextRefresh = () => act(() => vi.advanceTimersByTimeAsync(20_100));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await open();
    await current('name.1');
    await act(async () => page.button('Approve name.1')?.click());
    expect(page.button(/^@name\.1/)).toBeNull();
    waiting = [first, second, third];
    await nextRefresh();
    await waitFor(() => expect(page.button(/^@name\.4/)).not.toBeNull());
    expect(page.button(/^@name\.1/)).toBeNull();
    waiting = [second, third];
    await nextRefresh();
    await waitFor(() => expect(shown()?.queryClient.isFetching()).toBe(0));
    waiting = [first, second, third];
    await nextRefresh();
    await waitFor(() => expect(page.button(/^@name\.1/)).not.toBeNull());
  });

  it('is not read again without a pause after a failure', async () => {
    const replies = [{ body: { reviews: waiting, waiting: 120, next: null } }];
    answers['GET /reviews?limit=100'] = () => replies.shift() ?? refusal(403, 'console.forbidden');
    await open();
    expect(await page.alert()).toContain('Your role does not allow this');
    // Lets React run the effects of the failure, which would make the next request.
    await act(async () => undefined);
    expect([sentTo('GET /reviews?limit=100').length, shown()?.queryClient.isFetching()]).toEqual([2, 0]);
  });

  it('says why the queue did not load', async () => {
    answers['GET /reviews?limit=100'] = 'no answer';
    await open();
    expect(await page.alert()).toContain('No answer from the server');
  });

  it('is shown in Ukrainian', async () => {
    await open({ language: 'uk' });
    await current('name.1');
    expect(page.title()).toBe('Перевірки');
    await press('a');
    expect(await page.find('@name.1 схвалено')).toBeTruthy();
  });
});

describe('undoing', () => {
  it('takes the newest decision back by U, and returns to the name', async () => {
    await open();
    await current('name.1');
    await press('a');
    await current('name.2');
    await press('r');
    await current('name.3');
    await press('u');
    await current('name.2');
    expect(decisions()).toEqual(['1/approve', '2/reject', '2/undo']);
    await press('u');
    await current('name.1');
    expect(decisions().at(-1)).toBe('1/undo');
  });

  it('waits for the decision that it undoes', async () => {
    const answer = hold('approve', 'approved');
    await open();
    await current('name.1');
    await press('au');
    expect(decisions()).toEqual(['1/approve']);
    await act(async () => answer());
    await expect.poll(() => decisions()).toEqual(['1/approve', '1/undo']);
  });

  it('is offered for fifty seconds, counted down', async () => {
    await open();
    await current('name.1');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await act(async () => page.button('Approve name.1')?.click());
    const offer = (): string => page.button('Undo name.1')?.textContent ?? '';
    expect(offer()).toContain('50');
    await act(() => vi.advanceTimersByTimeAsync(48_000));
    expect(offer()).toContain('2');
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    expect(page.button('Undo name.1')).toBeNull();
  });

  it('keeps the focus in the queue when the offer that has it ends', async () => {
    await open();
    await current('name.1');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await act(async () => page.button('Approve name.1')?.click());
    act(() => page.button('Undo name.1')?.focus());
    await act(() => vi.advanceTimersByTimeAsync(50_100));
    vi.useRealTimers();
    await press('a');
    await current('name.3');
    expect(decisions()).toEqual(['1/approve', '2/approve']);
  });

  it('works by U after the last name was decided by its button', async () => {
    waiting = [review(1)];
    await open();
    await person.press('Approve name.1');
    await page.find('Nobody waits for a decision');
    await press('u');
    await current('name.1');
    expect(decisions()).toEqual(['1/approve', '1/undo']);
  });

  it('says why it was too late', async () => {
    answers[`POST /reviews/${idOf(1)}/undo`] = refusal(409, 'console.too_late');
    await open();
    await current('name.1');
    await press('a');
    await person.press('Undo name.1');
    expect(await page.find(/@name\.1 stays as it is\. This was decided more than a minute ago/)).toBeTruthy();
  });
});

describe('a decision without effect', () => {
  it('keeps the name out of the queue if somebody else has decided it', async () => {
    answers[`POST /reviews/${idOf(1)}/approve`] = refusal(409, 'console.changed');
    await open();
    await current('name.1');
    await press('a');
    expect(await page.find(/@name\.1 was decided by somebody else/)).toBeTruthy();
    expect(page.button(/^@name\.1/)).toBeNull();
    expect(page.button('Undo name.1')).toBeNull();
  });

  it('returns the name to the queue if no answer arrives', async () => {
    answers[`POST /reviews/${idOf(1)}/approve`] = 'no answer';
    await open();
    await current('name.1');
    await press('a');
    expect(await page.find(/@name\.1 was not decided\. No answer from the server/)).toBeTruthy();
    await expect.poll(() => page.button(/^@name\.1/)).not.toBeNull();
  });

  it('is reported if another account has proven the name meanwhile', async () => {
    answers[`POST /reviews/${idOf(1)}/approve`] = decided('taken');
    await open();
    await current('name.1');
    await press('a');
    expect(await page.find(/@name\.1 was proven by another account/)).toBeTruthy();
  });
});
