import { codesOf } from '@laurel/database/errors';
import { type Logger, pino } from 'pino';
import { writeLinesTo } from './log-lines.ts';

const STDOUT = 1;

/** Fields that are never logged. */
const REDACT = ['req.headers.authorization', 'req.headers.cookie'];

/** An error as it is logged. */
type LoggedError = { type: string; codes: string[]; message?: string; stack?: string; cause?: LoggedError };

/** Errors of Prisma and the driver: their messages and properties quote the rejected row or value. */
const quotesValues = (error: Error): boolean =>
  /^(Prisma|DriverAdapterError)/.test(error.name) || 'severity' in error || 'clientVersion' in error;

/** Describes an error by its type, codes and stack, and by its message only if that cannot quote personal data. */
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
 * Creates the process's log: JSON lines with request ids and no personal data. Messages are constant; variable parts go
 * into fields.
 */
export const createLogger = ({ LOG_LEVEL }: { LOG_LEVEL: string }, to = writeLinesTo(STDOUT)): Logger => {
  const options = { level: LOG_LEVEL, redact: { paths: REDACT, remove: true }, serializers: { err: describe } };
  return pino(options, to);
};
