import { vi } from 'vitest';

/** What a browser's storage is, as far as the app uses it. */
const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
});

/** Gives the test a window with storages of its own, and nothing else. `vi.unstubAllGlobals()` takes it away. */
export const stubWindow = (more: Record<string, unknown> = {}) => {
  const local = new Map<string, string>();
  const session = new Map<string, string>();
  vi.stubGlobal('window', { localStorage: storageOf(local), sessionStorage: storageOf(session), ...more });
  return { local, session };
};
