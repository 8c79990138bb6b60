import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTab, writeTab } from './tab-storage.ts';

afterEach(() => {
  writeTab('openStep', undefined);
  vi.unstubAllGlobals();
});

describe('a value of a tab', () => {
  it('is read as written, and removed', () => {
    const stored = new Map<string, string>();
    const sessionStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    vi.stubGlobal('window', { sessionStorage });
    writeTab('openStep', 'step');
    expect([readTab('openStep'), stored.get('openStep')]).toEqual(['step', 'step']);
    writeTab('openStep', undefined);
    expect([readTab('openStep'), stored.size]).toEqual([undefined, 0]);
  });

  // This test fails if the old value stays stored: a reload restores a step that is over.
  it('lives as long as the page if the storage is full, and replaces the old value', () => {
    const stored = new Map([['openStep', 'old']]);
    const sessionStorage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (): never => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: (key: string) => void stored.delete(key),
    };
    vi.stubGlobal('window', { sessionStorage });
    expect(readTab('openStep')).toBe('old');
    writeTab('openStep', 'new');
    expect([readTab('openStep'), stored.size]).toEqual(['new', 0]);
    writeTab('openStep', undefined);
    expect(readTab('openStep')).toBeUndefined();
  });

  it('lives as long as the page if the storage is blocked', () => {
    vi.stubGlobal('window', {
      get sessionStorage(): never {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    writeTab('openStep', 'step');
    expect(readTab('openStep')).toBe('step');
    writeTab('openStep', undefined);
    expect(readTab('openStep')).toBeUndefined();
  });
});
