import { vi } from 'vitest';

/** The part of a browser's storage that the app uses. */
const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
});

/** Stubs a window with empty storages and nothing else. `vi.unstubAllGlobals()` removes it. */
export const stubWindow = (more: Record<string, unknown> = {}) => {
  const local = new Map<string, string>();
  const session = new Map<string, string>();
  vi.stubGlobal('window', { localStorage: storageOf(local), sessionStorage: storageOf(session), ...more });
  return { local, session };
};
