import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage, readRaw, removeRaw, writeRaw } from './storage.ts';

const full = (): never => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** The part of a browser's storage that the module uses. */
const storageOf = (
  stored: Map<string, string>,
  setItem = (key: string, value: string): void => void stored.set(key, value),
) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem,
  removeItem: (key: string) => void stored.delete(key),
  clear: () => stored.clear(),
});

beforeEach(() => clearStorage());
afterEach(() => vi.unstubAllGlobals());

describe('a stored value', () => {
  it('is read as written, and removed', () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('window', { localStorage: storageOf(stored) });
    writeRaw('requestId', 'request');
    expect([readRaw('requestId'), stored.get('requestId')]).toEqual(['request', 'request']);
    removeRaw('requestId');
    expect([readRaw('requestId'), stored.size]).toEqual([undefined, 0]);
  });

  it('lives as long as the page if the storage is full, and replaces the old value', () => {
    const stored = new Map([['authToken', 'old']]);
    vi.stubGlobal('window', { localStorage: storageOf(stored, full) });
    expect(readRaw('authToken')).toBe('old');
    writeRaw('authToken', 'new');
    expect([readRaw('authToken'), stored.size]).toEqual(['new', 0]);
    removeRaw('authToken');
    expect(readRaw('authToken')).toBeUndefined();
  });

  it('lives as long as the page if the storage is blocked', () => {
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
