import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage, readRaw, removeRaw, writeRaw } from './storage.ts';

const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** A browser's storage, as far as it is used here. */
const storageOf = (
  kept: Map<string, string>,
  setItem = (key: string, value: string): void => void kept.set(key, value),
) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem,
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
});

beforeEach(() => clearStorage());
afterEach(() => vi.unstubAllGlobals());

describe('what is stored', () => {
  it('is read as it was written, and forgotten', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('window', { localStorage: storageOf(kept) });
    writeRaw('requestId', 'request');
    expect([readRaw('requestId'), kept.get('requestId')]).toEqual(['request', 'request']);
    removeRaw('requestId');
    expect([readRaw('requestId'), kept.size]).toEqual([undefined, 0]);
  });

  it('lives as long as the page where the storage is full, in place of what stood there', () => {
    const kept = new Map([['authToken', 'old']]);
    vi.stubGlobal('window', { localStorage: storageOf(kept, full) });
    expect(readRaw('authToken')).toBe('old');
    writeRaw('authToken', 'new');
    expect([readRaw('authToken'), kept.size]).toEqual(['new', 0]);
    removeRaw('authToken');
    expect(readRaw('authToken')).toBeUndefined();
  });

  it('lives as long as the page where the storage is blocked', () => {
    vi.stubGlobal('window', {
      get localStorage(): never {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    expect(readRaw('language')).toBeUndefined();
    writeRaw('language', 'uk');
    expect(readRaw('language')).toBe('uk');
    removeRaw('language');
    expect(readRaw('language')).toBeUndefined();
    writeRaw('language', 'uk');
    clearStorage();
    expect(readRaw('language')).toBeUndefined();
  });
});
