import { create } from 'zustand';
import { LOADER_HIDE_DELAY_MS } from './limits.ts';

/** Whether an operation that the user started runs, or ended less than 600 ms ago (MD-13, but see showOutcome). */
export const useBusy = create<{ readonly busy: boolean }>(() => ({ busy: false }));

let awaited = 0;

/** Whether a response is awaited that the user would lose if the open modal closed. */
export const isAwaited = (): boolean => awaited > 0;

/**
 * Runs an operation whose outcome the open modal shows; the user can't close it until then. `work` needs a time limit.
 */
export const whileAwaited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  awaited += 1;
  try {
    return await work();
  } finally {
    awaited -= 1;
  }
};

let running = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Like whileAwaited, and the page is busy until 600 ms after the last such operation ends. */
export const whileBusy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  running += 1;
  clearTimeout(timer);
  useBusy.setState({ busy: true });
  try {
    return await whileAwaited(work);
  } finally {
    running -= 1;
    if (running === 0) timer = setTimeout(() => useBusy.setState({ busy: false }), LOADER_HIDE_DELAY_MS);
  }
};

/** Ends the busy state at once, unless another operation runs: the page shows an outcome that nothing may cover. */
export const showOutcome = (): void => {
  if (running > 0) return;
  clearTimeout(timer);
  useBusy.setState({ busy: false });
};
