import { configure, act as libraryAct, render as libraryRender } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';

const warnOutsideAct = (warn: boolean): boolean => Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', warn);
warnOutsideAct(true);
// The library's wrapper waits for a timer, which does not fire while timers are faked.
configure({ asyncWrapper: (run) => run(), asyncUtilTimeout: 60_000 });

/** Runs an action; resolves when its effects are rendered. */
export const act = (action: () => unknown): Promise<void> =>
  libraryAct(async () => {
    await action();
  });

/**
 * Waits for what no action of the test brings, such as code that loads or WebCrypto. Fake timers do not move: a poll would
 * move them by its interval.
 */
export const becomes = async (look: () => unknown, value: unknown): Promise<void> => {
  warnOutsideAct(false);
  try {
    await expect.poll(look, { interval: 0 }).toEqual(value);
  } finally {
    warnOutsideAct(true);
  }
};

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
