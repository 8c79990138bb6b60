import { type DestinationStream, type Logger, pino } from 'pino';

/** What is never written, wherever it turns up: credentials, and the values that a database failure quotes. */
const REDACT = [
  'req.headers.authorization',
  'req.headers.cookie',
  'err.parameters',
  'err.detail',
  'err.where',
  'err.internalQuery',
];

/**
 * The process's log: JSON lines with request ids, and nothing personal. Messages are constant texts; what varies stands
 * in fields of its own.
 */
export const createLogger = ({ LOG_LEVEL }: { LOG_LEVEL: string }, to?: DestinationStream): Logger => {
  const options = { level: LOG_LEVEL, redact: { paths: REDACT, remove: true } };
  return to ? pino(options, to) : pino(options);
};
