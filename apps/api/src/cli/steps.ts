const WIDTH = 30;
/** Back to the beginning of a terminal's line, which is emptied. */
const CLEAR = '\r\u001b[K';

/** Where steps are shown: a terminal, or what keeps lines. */
export type Shown = { readonly isTTY?: boolean | undefined; write(text: string): unknown };

type Steps = {
  /** So many more are done. @param name what was done, where lines are kept */
  advance(steps: number, name: string): void;
  /** Writes what others have to say in whole lines, above the bar. */
  above(write: () => void): void;
  /** From here on what others say is written as it is. */
  end(): void;
};

/** Shows how far work in steps of minutes is: as a bar at the foot of a terminal, else as a line for what is finished. */
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
