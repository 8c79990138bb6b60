/**
 * An error in words that may be logged: its name, its code, and where it was thrown. Not its message: what the database
 * says of a row that it refused holds the row.
 */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'something that is no error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return `${error.name}${code}${place ? ` ${place.trim()}` : ''}`;
};
