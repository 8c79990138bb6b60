import type { Page } from '@playwright/test';

/** Collects the texts of the dialogs of a page that is not open yet, also of messages that close by themselves. */
export const noteDialogs = async (page: Page): Promise<readonly string[]> => {
  const said: string[] = [];
  await page.exposeFunction('noteDialog', (text: string) => {
    if (said.at(-1) !== text) said.push(text);
  });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=dialog]')) {
        Reflect.get(window, 'noteDialog')(textContent ?? '');
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return said;
};
