/**
 * Describes an error for the log by its name, its code and where it was thrown. The message is left out: messages of the
 * database quote rejected rows.
 */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return 'something that is no error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return `${error.name}${code}${place ? ` ${place.trim()}` : ''}`;
};
