import { create } from 'zustand';

type Opening = {
  /** The button that was pressed last. */
  readonly pressed: string | undefined;
  /** Whether what it opens is still loading. */
  readonly opening: boolean;
};

const NOTHING: Opening = { pressed: undefined, opening: false };

/** The pressed button while the code of what it opens loads, so that the button can show at once that it was pressed. */
export const useOpening = create<Opening>(() => NOTHING);

let running = 0;

/** Remembers a pressed button. */
export const notePress = (pressed: string): void => {
  if (running === 0) useOpening.setState({ pressed });
};

/** Begins to load what the pressed button opens; returns the end. */
export const beginOpening = (): (() => void) => {
  running += 1;
  useOpening.setState({ opening: true });
  return () => {
    running -= 1;
    if (running === 0) useOpening.setState(NOTHING);
  };
};

/** Loads what the pressed button opens. */
export const whileOpening = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const end = beginOpening();
  try {
    return await work();
  } finally {
    end();
  }
};
