/**
 * Called when code of the page did not load: loads the page again, once. After that, or offline, it shows everybody the server's
 * first screen, with a notice of how to reload (ReloadNotice). vite.config.ts also writes the source of this function into
 * the page, for the case that no code loads, so it must use nothing of its module.
 */
export const recover = (error: unknown): void => {
  reportError(error);
  document.documentElement.removeAttribute('data-returning');
  const [load] = performance.getEntriesByType('navigation');
  const isFirst = load !== undefined && 'type' in load && load.type !== 'reload';
  if (isFirst && navigator.onLine) location.reload();
  else document.querySelector('[data-reload]')?.removeAttribute('hidden');
};
