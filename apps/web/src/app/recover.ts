/**
 * After code of the page did not load: loads the page again. If it was just loaded again, or the browser is offline, the server's
 * first screen shows to everybody instead, with a notice of how to load the page again (ReloadNotice). vite.config.ts writes
 * the source of this function into the page, for the case that no code loads, so it uses nothing of its module.
 */
export const recover = (error: unknown): void => {
  reportError(error);
  document.documentElement.removeAttribute('data-returning');
  const [load] = performance.getEntriesByType('navigation');
  const isFirst = load !== undefined && 'type' in load && load.type !== 'reload';
  if (isFirst && navigator.onLine) location.reload();
  else document.querySelector('[data-reload]')?.removeAttribute('hidden');
};
