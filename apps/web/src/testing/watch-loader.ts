import { onTestFinished } from 'vitest';
import { useBusy } from '../lib/busy.ts';

/** Notes whether the loader is shown from here on. */
export const watchLoader = (): (() => boolean) => {
  let seen = useBusy.getState().busy;
  onTestFinished(
    useBusy.subscribe(({ busy }) => {
      seen ||= busy;
    }),
  );
  return () => seen;
};
