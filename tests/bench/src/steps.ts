const WIDTH = 30;
/** Moves to the start of the terminal's line and clears it. */
const CLEAR = '\r\u001b[K';

/** The output of steps: a terminal, or lines. */
export type Shown = { readonly isTTY?: boolean | undefined; write(text: string): unknown };

type Steps = {
  /** Reports finished steps. @param name the step's name, for output in lines */
  advance(steps: number, name: string): void;
  /** Writes other output in whole lines, above the bar. */
  above(write: () => void): void;
  /** Ends the bar. Other output is then written unchanged. */
  end(): void;
};

/** Shows the progress of long steps: as a bar at the bottom of a terminal, otherwise as a line for each finished step. */
export const showSteps = (shown: Shown, { total, unit }: { total: number; unit: string }): Steps => {
  let done = 0;
  let open = shown.isTTY === true;
  const count = (): string => `${done} of ${total} ${unit}`;
  const draw = (): void => {
    const full = total === 0 ? WIDTH : Math.floor((WIDTH * done) / total);
    shown.write(`${CLEAR}${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${count()}`);
  };
  if (open) draw();
  return {
    advance: (steps, name) => {
      done += steps;
      if (shown.isTTY) draw();
      else shown.write(`${count()}: ${name}\n`);
    },
    above: (write) => {
      if (open) shown.write(CLEAR);
      write();
      if (open) draw();
    },
    end: () => {
      if (open) shown.write('\n');
      open = false;
    },
  };
};
