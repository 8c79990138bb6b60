import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OWN_VOTES_KEY } from '../features/voting/api.ts';
import { ApiFailure, connectionLost } from '../lib/failure.ts';
import { closeModal, openModal, setClosable, useModals } from '../modals/store.ts';
import type { ModalRequest } from '../modals/types.ts';
import { beginSession, endSession, useSession } from '../session/store.ts';
import { refused } from '../testing/failures.ts';
import { createQueryClient } from './query-client.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** When each try of a query that always fails was made, in ms since the first. */
const triesOf = async (client: QueryClient, error: Error, more: { retry?: number } = {}): Promise<number[]> => {
  const started = Date.now();
  const tries: number[] = [];
  const { retry } = client.getDefaultOptions().queries ?? {};
  const asked = client.fetchQuery({
    queryKey: ['always', 'fails'],
    // A fetch without a component does not retry by default. This one gets the components' options.
    ...(retry === undefined ? {} : { retry }),
    ...more,
    queryFn: () => {
      tries.push(Date.now() - started);
      return Promise.reject(error);
    },
  });
  const ended = expect(asked).rejects.toBe(error);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  await ended;
  return tries;
};

describe('a query', () => {
  it('QY-01 is tried again three times, with growing pauses', async () => {
    expect(await triesOf(createQueryClient(), connectionLost())).toEqual([0, 1_000, 3_000, 7_000]);
  });

  it('QY-01 never waits longer than 30 s', async () => {
    const tries = await triesOf(createQueryClient(), connectionLost(), { retry: 8 });
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('is not retried after a refusal', async () => {
    expect(await triesOf(createQueryClient(), refused('auth.required'))).toEqual([0]);
  });

  it('QY-01 is removed 300 s after the last component stops using it', async () => {
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ['once'], queryFn: () => 'answer' });
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
    expect(client.getQueryData(['once'])).toBe('answer');
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(['once'])).toBeUndefined();
  });

  it('QY-02 reports its failure only on the console', async () => {
    const failure = connectionLost();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await triesOf(createQueryClient(), failure);
    expect(warn.mock.calls).toEqual([[failure]]);
    expect(useModals.getState().current).toBeUndefined();
  });
});

describe('the votes of the user that can’t be loaded', () => {
  const VOTE = { nomination: 'best-partner', niche: 'crypto', vote: 'orbit-crew' };
  const fail = async (error: Error) => {
    const queryFn = () => Promise.reject(error);
    const asked = createQueryClient().fetchQuery({ queryKey: [...OWN_VOTES_KEY, 'a.b.c'], retry: false, queryFn });
    await expect(asked).rejects.toBe(error);
    return useModals.getState();
  };
  const connection = { type: 'loadFailure', props: { about: 'connection' } };
  afterEach(closeModal);

  it('SE-05 show a message, in front of an open step if there is one', async () => {
    expect(await fail(connectionLost())).toMatchObject({ current: connection, aside: undefined });
    const step: ModalRequest = { type: 'phoneOtp', props: {} };
    openModal(step);
    expect(await fail(connectionLost())).toMatchObject({ current: step, aside: connection });
  });

  it.each<ModalRequest>([
    { type: 'voted', props: { vote: VOTE } },
    { type: 'finished', props: {} },
  ])('show no message in front of $type, which confirms a vote', async (request) => {
    openModal(request);
    expect(await fail(connectionLost())).toMatchObject({ current: request, aside: undefined });
  });

  it.each([
    [400, 'ownVotes'],
    [401, 'ownVotes'],
    [403, 'ownVotes'],
    [404, 'ownVotes'],
    [429, 'connection'],
    [500, 'connection'],
    [502, 'connection'],
    [503, 'connection'],
    [0, 'connection'],
  ] as const)(
    'SE-05 end the session after a refusal and keep it after any other failure: %i',
    async (status, about) => {
      onTestFinished(endSession);
      beginSession('a.b.c', { name: 'Ada', email: 'ada@example.org', phoneNumber: null });
      const { current } = await fail(new ApiFailure(['server.error'], status));
      expect(current).toEqual({ type: 'loadFailure', props: { about } });
      expect(useSession.getState().token).toBe(about === 'ownVotes' ? undefined : 'a.b.c');
    },
  );

  it('SE-05 that are refused show a message in front of backup codes, which are shown only once', async () => {
    const codes: ModalRequest = { type: 'twoFactorSetup', props: { requestKey: 'key', qrCode: 'otpauth://totp/x' } };
    openModal(codes);
    setClosable(false);
    expect(await fail(refused('auth.expired'))).toMatchObject({
      current: codes,
      aside: { props: { about: 'ownVotes' } },
    });
  });

  it('SE-05 end the session after a refusal also while a modal confirms a vote', async () => {
    onTestFinished(endSession);
    beginSession('a.b.c', { name: 'Ada', email: 'ada@example.org', phoneNumber: null });
    openModal({ type: 'finished', props: {} });
    const { current } = await fail(refused('auth.expired'));
    expect(current).toEqual({ type: 'loadFailure', props: { about: 'ownVotes' } });
    expect(useSession.getState().token).toBeUndefined();
  });
});
