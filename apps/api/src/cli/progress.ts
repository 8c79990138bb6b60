import { Presets, SingleBar } from 'cli-progress';
import type { Output } from './output.ts';

/** How often progress is told where it can't be drawn, milliseconds. */
const LINE_EVERY_MS = 10_000;

export type Work = {
  /** What is done, like `export`. */
  label: string;
  /** How many units there are; 0 where that is not known. */
  total: number;
  /** What is counted, like `votes`. */
  unit: string;
};

/** Says that so many more units are done. */
export type Advance = (units: number) => void;

const drawn = (terminal: NodeJS.WritableStream, { label, total, unit }: Work) => {
  const format =
    total > 0
      ? `${label} {bar} {percentage} %, {value} of {total} ${unit}, {eta_formatted} left`
      : `${label} {value} ${unit}`;
  // The cursor and the wrapping of lines stay as they are: nobody would bring them back after Ctrl-C.
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
 * Runs long work and shows how far it is: as a bar on a terminal, else as a plain line every ten seconds. Both go to
 * stderr, so that stdout holds the answer alone.
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
