import type { Page } from '@playwright/test';

/**
 * Counts the visitor's way from here on. Fields are filled with the keyboard, and a press in Telegram is not one of the page.
 * @returns as they come: the names of what was pressed, the page and each dialog with its own title, what was typed
 */
export const countWay = async (page: Page) => {
  const taps: string[] = [];
  const screens: string[] = ['the page'];
  const typed: string[] = [];
  await page.exposeFunction('noteTyped', (text: string) => typed.push(text));
  await page.exposeFunction('noteTap', (name: string) => taps.push(name));
  await page.exposeFunction('noteScreen', (title: string) => {
    if (screens.at(-1) !== title) screens.push(title);
  });
  const watch = () => {
    const note = (name: string, text: string) => Reflect.get(window, name)(text);
    window.addEventListener(
      'click',
      ({ isTrusted, target }) => {
        const pressed = target instanceof Element ? target.closest('button, a, label, input') : null;
        if (isTrusted && pressed) note('noteTap', pressed.textContent || pressed.getAttribute('aria-label') || '');
      },
      true,
    );
    window.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type !== 'checkbox') note('noteTyped', target.value);
    });
    new MutationObserver(() => {
      const title = document.querySelector('[role=dialog]:last-of-type h2')?.textContent;
      if (title) note('noteScreen', title);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return { taps, screens, typed };
};
