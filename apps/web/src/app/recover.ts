/**
 * Called when code of the page did not load. Loads the page again, once. After that, or offline, it shows a notice of
 * how to reload (ReloadNotice), with the first screen that the server rendered. vite.config.ts also writes the source
 * of this function into the page, for the case that no code loads, so the function must use nothing else of its module.
 */
export const recover = (error: unknown): void => {
  reportError(error);
  document.documentElement.removeAttribute('data-returning');
  const [load] = performance.getEntriesByType('navigation');
  const isFirst = load !== undefined && 'type' in load && load.type !== 'reload';
  if (isFirst && navigator.onLine) location.reload();
  else document.querySelector('[data-reload]')?.removeAttribute('hidden');
};
