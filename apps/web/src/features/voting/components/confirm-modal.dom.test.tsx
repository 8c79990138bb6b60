// @vitest-environment happy-dom

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/failures.ts';
import { page, person, showStep } from '../../../testing/person.tsx';
import { ok, startStep } from '../../../testing/step.ts';
import { VoteConfirmModal } from './confirm-modal.tsx';

const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
const OTHER = { ...VOTE, vote: 'another' };
const CHOICE = { nominee: 'Orbit Crew', logo: '/logo.svg', nomination: 'Best partner', category: 'Crypto' };
const CAST = 'POST /vote';
const OWN = 'GET /vote/my-votes';
const recorded = ok(VOTE, 201);

let shown: Awaited<ReturnType<typeof showStep>>;
const [onVoted, onRefused, onDoubtEnded, onCancel] = [vi.fn(), vi.fn(() => false), vi.fn(), vi.fn()];
const { answers, pass, press, times } = startStep(() => ({ [CAST]: recorded, [OWN]: { body: [] } }));
const cast = () => press('Cast my vote');

beforeEach(async () => {
  shown = await showStep(
    <VoteConfirmModal
      vote={VOTE}
      choice={CHOICE}
      notice="You are logged in, Ada."
      casting={{ isOpen: true, keeper: undefined, onVoted, onRefused, onDoubtEnded }}
      onCancel={onCancel}
    />,
  );
});

describe('the confirmation of a vote', () => {
  it('names the nominee, the nomination and the category, and no key casts the vote as it opens', () => {
    expect(page.title()).toBe('Vote for Orbit Crew?');
    const facts = [...document.body.querySelectorAll('dt, dd')].map(({ textContent }) => textContent);
    expect(facts).toEqual(['Nomination', 'Best partner', 'Category', 'Crypto']);
    // A vote can't be undone: the way back has the focus.
    expect(document.activeElement?.textContent).toBe('Not yet');
  });

  it('casts the vote once for several presses', async () => {
    await cast();
    await cast();
    expect(times('/vote')).toBe(1);
    expect(onVoted.mock.calls).toEqual([[VOTE, VOTE]]);
  });

  it('can’t be cancelled while the vote is being cast', async () => {
    const { promise, resolve } = Promise.withResolvers<'no answer'>();
    answers[CAST] = () => promise;
    await cast();
    await person.press('Not yet');
    expect(onCancel).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent).toBe('Not yet');
    // The operation must end, because other tests share the count of awaited operations.
    resolve('no answer');
    await pass(10_000);
  });

  it('does not take a failure of the page after the vote for a refusal', async () => {
    onVoted.mockImplementationOnce(() => {
      throw new Error('the page is broken');
    });
    const lost = vi.fn();
    process.once('unhandledRejection', lost);
    await cast();
    await pass(10_000);
    expect([onRefused.mock.calls, page.news('alert'), times('/vote')]).toEqual([[], [], 1]);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('shows a refusal without another step, and allows a retry', async () => {
    answers[CAST] = refusal('vote.not_open');
    await cast();
    expect(page.news('alert')).toHaveLength(1);
    expect(onRefused.mock.calls).toMatchObject([[{ code: 'vote.not_open' }]]);
    // A certain refusal needs no check.
    expect(times('/vote/my-votes')).toBe(0);
    answers[CAST] = recorded;
    await cast();
    expect(onVoted).toHaveBeenCalledTimes(1);
  });

  it('shows nothing if the refusal opens another step', async () => {
    onRefused.mockReturnValueOnce(true);
    answers[CAST] = refusal('phone.unverified');
    await cast();
    expect(page.news('alert')).toEqual([]);
  });
});

describe('a vote whose response was lost', () => {
  it('is checked for, and found', async () => {
    answers[CAST] = 'no answer';
    answers[OWN] = { body: [VOTE] };
    await cast();
    expect(onVoted.mock.calls).toEqual([[VOTE, VOTE]]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  it.each([
    ['no answer', 'We could not confirm that your vote was recorded. Cast it again: it counts only once.'],
    [{ body: [] }, 'Could not record your vote. Please try again in a few minutes.'],
  ] as const)('after a server error is called not recorded only if the check says so: %j', async (own, text) => {
    answers[CAST] = refusal('server.error');
    answers[OWN] = own;
    await cast();
    await pass(10_000);
    expect(page.news('alert')).toEqual([text]);
  });

  it('shows the check, and what to do if it is not found', async () => {
    answers[CAST] = refusal('vote.in_doubt');
    await cast();
    expect(page.news('status')).toContain('Checking whether your vote was recorded');
    await pass(10_000);
    expect(page.news('status')).not.toContain('Checking whether your vote was recorded');
    expect(page.news('alert')).toEqual([
      'We could not confirm that your vote was recorded. Cast it again: it counts only once.',
    ]);
  });

  it('is shown as recorded when a second attempt is refused because of it', async () => {
    answers[CAST] = 'no answer';
    await cast();
    await pass(10_000);
    answers[CAST] = refusal('vote.exists');
    answers[OWN] = { body: [OTHER] };
    onRefused.mockClear();
    await cast();
    expect(onVoted.mock.calls).toEqual([[OTHER, VOTE]]);
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('is not checked for if the first attempt is refused because of an older vote', async () => {
    answers[CAST] = refusal('vote.exists');
    await cast();
    expect(times('/vote/my-votes')).toBe(0);
    expect(onRefused.mock.calls).toMatchObject([[{ code: 'vote.exists' }]]);
  });

  describe('and that can’t be checked', () => {
    const refusals = [
      refusal('vote.not_open'),
      refusal('vote.unknown_nominee'),
      refusal('limit.exceeded'),
      refusal('server.unavailable'),
    ];
    beforeEach(async () => {
      answers[CAST] = 'no answer';
      answers[OWN] = 'no answer';
      await cast();
      await pass(10_000);
      onRefused.mockClear();
    });

    // This test fails, with "Voting is not open right now" for a recorded vote, if only vote.exists leads to a check.
    it.each(refusals)('is checked again when a second attempt is refused: $body.code', async (second) => {
      answers[CAST] = second;
      answers[OWN] = { body: [VOTE] };
      await cast();
      expect(onVoted.mock.calls).toEqual([[VOTE, VOTE]]);
      expect([onRefused.mock.calls, page.news('alert')]).toEqual([[], []]);
    });

    it.each(refusals)('is called unconfirmed as long as it can’t be checked: $body.code', async (second) => {
      answers[CAST] = second;
      await cast();
      await pass(10_000);
      expect(page.news('alert')).toEqual([
        'We could not confirm that your vote was recorded. Cast it again: it counts only once.',
      ]);
      answers[OWN] = { body: [VOTE] };
      await cast();
      expect(onVoted.mock.calls).toEqual([[VOTE, VOTE]]);
    });

    it('is refused once it is known not to be recorded', async () => {
      answers[CAST] = refusal('vote.not_open');
      answers[OWN] = { body: [] };
      expect(onDoubtEnded).not.toHaveBeenCalled();
      await cast();
      await pass(10_000);
      expect(page.news('alert')).toEqual(['Voting is not open right now']);
      expect([onRefused.mock.calls.length, onDoubtEnded.mock.calls.length]).toEqual([1, 1]);
      const checks = times('/vote/my-votes');
      await cast();
      expect(times('/vote/my-votes')).toBe(checks);
    });

    it('is not checked without a session', async () => {
      const checks = times('/vote/my-votes');
      answers[CAST] = refusal('auth.expired');
      await cast();
      expect(onRefused.mock.calls).toMatchObject([[{ code: 'auth.expired' }]]);
      expect(times('/vote/my-votes')).toBe(checks);
    });

    it('is reported as in doubt when the modal closes', async () => {
      await shown.rerender(null);
      expect(onDoubtEnded).toHaveBeenCalledTimes(1);
    });
  });
});
