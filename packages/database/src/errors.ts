/** The SQLSTATEs and Node error codes of a database error and of the errors that it wraps, each once. */
export const codesOf = (error: unknown): string[] => {
  const codes: string[] = [];
  for (let each: unknown = error, depth = 0; each instanceof Object && depth < 6; depth++) {
    for (const key of ['code', 'originalCode', 'kind'] as const) {
      const code: unknown = Reflect.get(each, key);
      if (typeof code === 'string') codes.push(code);
    }
    if (each instanceof AggregateError) codes.push(...each.errors.flatMap(codesOf));
    each = Reflect.get(each, 'cause') ?? Reflect.get(each, 'meta') ?? Reflect.get(each, 'driverAdapterError');
  }
  return [...new Set(codes)];
};

const UNAVAILABLE_CODES = new Set([
  // Cancelled by the statement or lock timeout: it was rolled back and may succeed later.
  '57014',
  '55P03',
  // The transaction stood still for too long.
  '25P03',
  // Disk or memory is full, or files cannot be read: it may work later.
  '53000',
  '53100',
  '53200',
  '58030',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53400',
  '25006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|the database system is|connect ECONNREFUSED|Client has encountered a connection error|not queryable/i;

/** Whether the database (or the network) is down or overloaded, as opposed to having refused a query. */
export const isUnavailable = (error: unknown): boolean => {
  if (codesOf(error).some((code) => UNAVAILABLE_CODES.has(code) || code.startsWith('08'))) return true;
  return error instanceof Error && (UNAVAILABLE_TEXT.test(error.message) || isUnavailableCause(error.cause));
};

const isUnavailableCause = (cause: unknown): boolean => cause instanceof Error && isUnavailable(cause);
