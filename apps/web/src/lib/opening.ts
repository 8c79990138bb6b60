import { create } from 'zustand';

type Opening = {
  /** The button that was pressed last. */
  readonly pressed: string | undefined;
  /** Whether the code of what it opens is still loading. */
  readonly opening: boolean;
};

const NOTHING: Opening = { pressed: undefined, opening: false };

/** The button that was pressed last. It is busy while the code of what it opens is loading. */
export const useOpening = create<Opening>(() => NOTHING);

let running = 0;

/** Remembers a pressed button, unless the code for another one is still loading. */
export const notePress = (pressed: string): void => {
  if (running === 0) useOpening.setState({ pressed });
};

/**
 * Marks the pressed button as busy.
 * @returns ends that
 */
export const beginOpening = (): (() => void) => {
  running += 1;
  useOpening.setState({ opening: true });
  return () => {
    running -= 1;
    if (running === 0) useOpening.setState(NOTHING);
  };
};

/** Runs an operation that loads what the pressed button opens; the button is busy meanwhile. */
export const whileOpening = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const end = beginOpening();
  try {
    return await work();
  } finally {
    end();
  }
};
