import { useEffect, useEffectEvent } from 'react';

/** The ways back from the shown steps; the last one belongs to the innermost step. */
const ways: (() => void)[] = [];

/**
 * Makes the browser's Back lead to the step before, as the step's own button does.
 * @param back leads there; undefined if Back closes the dialog
 */
export const useBackStep = (back: (() => void) | undefined): void => {
  const go = useEffectEvent(() => back?.());
  const has = back !== undefined;
  useEffect(() => {
    if (!has) return undefined;
    const way = () => go();
    ways.push(way);
    return () => {
      ways.splice(ways.indexOf(way), 1);
    };
  }, [has]);
};

/** Leads one step back. @returns false if the open dialog is at its first step */
export const goBackStep = (): boolean => {
  const way = ways.at(-1);
  way?.();
  return way !== undefined;
};
