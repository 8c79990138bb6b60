import { Presets, SingleBar } from 'cli-progress';
import type { Output } from './output.ts';

/** How often progress is printed without a terminal, milliseconds. */
const LINE_EVERY_MS = 10_000;

export type Work = {
  /** The work, like `export`. */
  label: string;
  /** The number of units; 0 if unknown. */
  total: number;
  /** The unit, like `votes`. */
  unit: string;
};

/** Reports a number of finished units. */
export type Advance = (units: number) => void;

const drawn = (terminal: NodeJS.WritableStream, { label, total, unit }: Work) => {
  const format =
    total > 0
      ? `${label} {bar} {percentage} %, {value} of {total} ${unit}, {eta_formatted} left`
      : `${label} {value} ${unit}`;
  // The cursor and line wrapping are not changed, because Ctrl-C would not restore them.
  const bar = new SingleBar({ format, stream: terminal, etaBuffer: 50, linewrap: true }, Presets.shades_classic);
  bar.start(total, 0);
  return { advance: (units: number) => bar.increment(units), end: () => bar.stop() };
};

const told = (output: Output, { label, total, unit }: Work) => {
  let done = 0;
  const tell = (): void =>
    output.problem(
      total > 0
        ? `${label}: ${Math.floor((100 * done) / total)} %, ${done} of ${total} ${unit}`
        : `${label}: ${done} ${unit}`,
    );
  const timer = setInterval(tell, LINE_EVERY_MS).unref();
  return {
    advance: (units: number) => {
      done += units;
    },
    end: () => clearInterval(timer),
  };
};

/**
 * Runs long work and shows its progress on stderr: as a bar on a terminal, otherwise as a line every ten seconds.
 */
export const withProgress = async <T>(
  output: Output,
  work: Work,
  run: (advance: Advance) => Promise<T>,
): Promise<T> => {
  const { advance, end } = output.terminal ? drawn(output.terminal, work) : told(output, work);
  try {
    return await run(advance);
  } finally {
    end();
  }
};
