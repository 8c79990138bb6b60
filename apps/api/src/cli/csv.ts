/** Formats a line of CSV (RFC 4180), with its line break. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells
    .map((cell) => String(cell ?? ''))
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`;
