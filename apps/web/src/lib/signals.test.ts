import { afterEach, describe, expect, it, vi } from 'vitest';
import { endsAfter } from './signals.ts';

const MINUTE_MS = 60_000;
const reason = (signal: AbortSignal) => (signal.aborted ? signal.reason : 'none');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a signal with a time', () => {
  it('ends with the signal that it was given, also if that has ended', () => {
    const given = new AbortController();
    const signal = endsAfter(MINUTE_MS, given.signal);
    expect(reason(signal)).toBe('none');
    given.abort('left');
    expect(reason(signal)).toBe('left');
    expect(reason(endsAfter(MINUTE_MS, given.signal))).toBe('left');
  });

  it.each([
    ['alone', undefined],
    ['before the other', new AbortController().signal],
  ])('ends after its time, %s', (_, given) => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    const signal = endsAfter(MINUTE_MS, given);
    expect(timeout.mock.calls).toEqual([[MINUTE_MS]]);
    expect(reason(signal)).toBe('none');
    time.abort('late');
    expect(reason(signal)).toBe('late');
  });
});
