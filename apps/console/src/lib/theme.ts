import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './settings.ts';

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

let theme: Theme = 'system';
const listeners = new Set<() => void>();

const apply = (next: Theme): void => {
  theme = next;
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  for (const listener of listeners) listener();
};

/** Applies the theme that was chosen in this browser. */
export const startTheme = (): void => apply(THEMES.find((each) => each === readSetting('theme')) ?? 'system');

export const chooseTheme = (next: Theme): void => {
  writeSetting('theme', next);
  apply(next);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The chosen theme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => theme);
