import { codesOf } from '@laurel/database/errors';
import { type Logger, pino } from 'pino';
import { writeLinesTo } from './log-lines.ts';

const STDOUT = 1;

/** What is never written, wherever it turns up. */
const REDACT = ['req.headers.authorization', 'req.headers.cookie'];

/** What the log holds of an error. */
type LoggedError = { type: string; codes: string[]; message?: string; stack?: string; cause?: LoggedError };

/** Prisma's and the driver's own: their texts and properties quote the row or the value that was refused. */
const quotesValues = (error: Error): boolean =>
  /^(Prisma|DriverAdapterError)/.test(error.name) || 'severity' in error || 'clientVersion' in error;

/** An error by what it is and where it was thrown; its words only where they can hold nobody's data. */
const describe = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, codes: [] };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    codes: codesOf(error),
    ...(quotesValues(error) ? {} : { message: error.message }),
    ...(stack ? { stack: stack.join('\n') } : {}),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
};

/**
 * The process's log: JSON lines with request ids, and nothing personal. Messages are constant texts; what varies stands
 * in fields of its own.
 */
export const createLogger = ({ LOG_LEVEL }: { LOG_LEVEL: string }, to = writeLinesTo(STDOUT)): Logger => {
  const options = { level: LOG_LEVEL, redact: { paths: REDACT, remove: true }, serializers: { err: describe } };
  return pino(options, to);
};
