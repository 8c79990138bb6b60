import { APP_VERSION } from '@laurel/contracts/limits';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../lib/storage.ts';
import { stubWindow } from '../testing/browser-storage.ts';
import { resetOnNewVersion } from './version-reset.ts';

afterEach(() => {
  clearStorage();
  vi.unstubAllGlobals();
});

describe('SE-04 the storage of another version', () => {
  it.each([
    ['another version', '1.9.0'],
    ['no version', undefined],
  ])('is cleared, and this version written: %s', (_, version) => {
    const { local } = stubWindow();
    local.set('authToken', 'old');
    local.set('leftover', 'x');
    if (version !== undefined) local.set('appVersion', version);
    resetOnNewVersion();
    expect(Object.fromEntries(local)).toEqual({ appVersion: APP_VERSION });
  });

  it('is cleared, except for the values with which this browser checks the public record', () => {
    const { local } = stubWindow();
    const record = { keptVotes: '[]', keptCheckpoint: '{"a":1}', recordEvidence: '{"b":2}' };
    for (const [key, value] of Object.entries({ appVersion: '1.9.0', authToken: 'old', ...record }))
      local.set(key, value);
    resetOnNewVersion();
    expect(Object.fromEntries(local)).toEqual({ appVersion: APP_VERSION, ...record });
  });

  it('is cleared only once: later values stay', () => {
    const { local } = stubWindow();
    resetOnNewVersion();
    local.set('language', 'uk');
    resetOnNewVersion();
    expect(Object.fromEntries(local)).toEqual({ appVersion: '2.0.0', language: 'uk' });
  });
});
