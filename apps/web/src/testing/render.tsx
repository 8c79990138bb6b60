import { type ReactNode, act as reactAct } from 'react';
import { createRoot } from 'react-dom/client';

// React requires this for act().
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

/** Runs an action; resolves when its effects are rendered. */
export const act = (action: () => unknown): Promise<void> =>
  reactAct(async () => {
    await action();
  });

/** Renders into a new container; `close` removes it. */
export const render = async (node: ReactNode) => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  await act(() => root.render(node));
  return {
    container,
    rerender: (next: ReactNode) => act(() => root.render(next)),
    close: async () => {
      await act(() => root.unmount());
      container.remove();
    },
  };
};
