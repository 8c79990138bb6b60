/** Where a command writes, line by line. */
export type Output = {
  /** What was asked for. */
  line(text: string): void;
  /** What is wrong, and what to do about it. */
  problem(text: string): void;
  /** A part of what was asked for, as it is; resolves once there is room for more. */
  write(text: string): Promise<void>;
  /** The terminal on which progress is drawn; undefined where problems go to a file, a pipe or a log. */
  readonly terminal?: NodeJS.WritableStream | undefined;
};

/**
 * How a command ends: all is well; something is wrong; it was asked for something that can't be, and did nothing; what it
 * was asked for is not there.
 */
export const EXIT = { ok: 0, problem: 1, misuse: 2, absent: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command that can't do what it was asked for; nothing was changed. */
export class MisuseError extends Error {
  override name = 'MisuseError';
}

/** Rows under headings, in columns as wide as they need to be. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

export const json = (value: unknown): string => JSON.stringify(value, null, 2);
