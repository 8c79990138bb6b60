import { create } from 'zustand';
import { LOADER_HIDE_DELAY_MS } from './limits.ts';

/** Whether an operation that the user started runs, or ended less than 600 ms ago (MD-13). */
export const useBusy = create<{ readonly busy: boolean }>(() => ({ busy: false }));

let running = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs an operation that the user waits for: the page is busy until 600 ms after the last one ends. */
export const whileBusy = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  running += 1;
  clearTimeout(timer);
  useBusy.setState({ busy: true });
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) timer = setTimeout(() => useBusy.setState({ busy: false }), LOADER_HIDE_DELAY_MS);
  }
};
