/** The SQLSTATE or Node error code of a database failure, however deep the driver wrapped it. */
export const codesOf = (error: unknown): string[] => {
  const codes: string[] = [];
  for (let each: unknown = error, depth = 0; each instanceof Object && depth < 6; depth++) {
    for (const key of ['code', 'originalCode', 'kind'] as const) {
      const code: unknown = Reflect.get(each, key);
      if (typeof code === 'string') codes.push(code);
    }
    each = Reflect.get(each, 'cause') ?? Reflect.get(each, 'meta') ?? Reflect.get(each, 'driverAdapterError');
  }
  return codes;
};

const UNAVAILABLE_CODES = new Set([
  // Cancelled after its time limit, or by one on waiting for a lock: it was rolled back, and may do better later.
  '57014',
  '55P03',
  // Its disk or its memory is full, or its files can't be read: later it may be able to.
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

/** Whether the database (or the way to it) is down or has more to do than it can, as opposed to having refused something. */
export const isUnavailable = (error: unknown): boolean => {
  if (codesOf(error).some((code) => UNAVAILABLE_CODES.has(code) || code.startsWith('08'))) return true;
  return error instanceof Error && (UNAVAILABLE_TEXT.test(error.message) || isUnavailableCause(error.cause));
};

const isUnavailableCause = (cause: unknown): boolean => cause instanceof Error && isUnavailable(cause);
