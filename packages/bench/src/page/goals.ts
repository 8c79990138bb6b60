/** A figure and what it should be. */
export type Figure = {
  what: string;
  value: number;
  goal: { atMost: number } | { atLeast: number };
  unit: string;
  digits?: number;
  note?: string;
};

/** Whether a figure is where it should be. */
const reached = ({ value, goal }: Figure): boolean => ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast);

/** One line: the figure, its goal, and whether it got there. */
export const describeFigure = (figure: Figure): string => {
  const { what, value, goal, unit, digits = 0, note = '' } = figure;
  const bound = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
  const verdict = reached(figure) ? 'reached' : 'NOT reached';
  return `${what}: ${value.toFixed(digits)}${unit} (goal: ${bound}${unit}, ${verdict})${note && `; ${note}`}`;
};
