import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

// React asks for this before it lets a test decide when effects run.
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** What a test does to the page: everything that follows from it has been drawn when it resolves. */
export const drawn = (does: () => unknown): Promise<void> =>
  act(async () => {
    await does();
  });

/** Draws into a page of its own; `close` takes it away. */
export const render = async (node: ReactNode) => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  await drawn(() => root.render(node));
  return {
    container,
    redraw: (next: ReactNode) => drawn(() => root.render(next)),
    close: async () => {
      await drawn(() => root.unmount());
      container.remove();
    },
  };
};
