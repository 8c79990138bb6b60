import { configure, act as libraryAct, render as libraryRender } from '@testing-library/react';
import type { ReactNode } from 'react';

// React then warns about updates outside act().
Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
// The library's wrapper waits for a timer, which does not fire while timers are faked.
configure({ asyncWrapper: (run) => run(), asyncUtilTimeout: 60_000 });

/** Runs an action; resolves when its effects are rendered. */
export const act = (action: () => unknown): Promise<void> =>
  libraryAct(async () => {
    await action();
  });

/** Renders into a new container; `close` removes it. */
export const render = async (node: ReactNode) => {
  const container = document.body.appendChild(document.createElement('div'));
  const { rerender, unmount } = libraryRender(node, { container });
  // Renders what the first effects change.
  await act(() => undefined);
  return {
    container,
    rerender: (next: ReactNode) => act(() => rerender(next)),
    close: async () => {
      await act(unmount);
      container.remove();
    },
  };
};
