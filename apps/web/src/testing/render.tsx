import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

// React requires this for act().
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Runs an action; resolves when its effects are rendered. */
export const drawn = (does: () => unknown): Promise<void> =>
  act(async () => {
    await does();
  });

/** Renders into a new container; `close` removes it. */
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
