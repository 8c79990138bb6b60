import type { TabStorageKey } from '@laurel/contracts/storage';

/**
 * After code of the page did not load: loads the page again, once in a row. Otherwise the server's first screen shows to
 * everybody, with a notice of how to load the page again (ReloadNotice). vite.config.ts writes the source of this function
 * into the page, for the case that no code loads, so it uses nothing of its module.
 */
export const recover = (error: unknown): void => {
  const mark: TabStorageKey = 'reloaded';
  let again = false;
  try {
    again = navigator.onLine && sessionStorage.getItem(mark) === null;
    if (again) sessionStorage.setItem(mark, 'yes');
  } catch {
    again = false;
  }
  reportError(error);
  document.documentElement.removeAttribute('data-returning');
  if (again) location.reload();
  else document.querySelector('[data-reload]')?.removeAttribute('hidden');
};
