/** The output of a command, line by line. */
export type Output = {
  /** Writes a line to stdout. */
  line(text: string): void;
  /** Writes a problem and its remedy to stderr. */
  problem(text: string): void;
  /** Writes text or octets to stdout unchanged. Resolves once the stream can take more. */
  write(text: string | Uint8Array): Promise<void>;
  /** The terminal for progress; undefined if stderr is a file, a pipe or a log. */
  readonly terminal?: NodeJS.WritableStream | undefined;
};

/**
 * The exit codes: success; a problem; misuse, and nothing was changed; not found.
 */
export const EXIT = { ok: 0, problem: 1, misuse: 2, absent: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command was used wrongly. Nothing was changed. */
export class MisuseError extends Error {
  override name = 'MisuseError';
}

/** Formats rows under headings in aligned columns. */
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

/** Prints the result of a command: the value with --json, otherwise the lines. */
export const print = (
  { line }: Pick<Output, 'line'>,
  inJson: boolean,
  value: unknown,
  lines: string | readonly string[],
): void => {
  for (const text of inJson ? [json(value)] : [lines].flat()) line(text);
};
