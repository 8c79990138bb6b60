import { connect, type Socket } from 'node:net';

export type Load = { perSecond: number; latencies: number[]; statuses: Record<string, number> };

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * Reads HTTP/1.1 responses from a socket and calls back with the status of each; bodies are skipped by content-length. A
 * response with the length and status of the previous one is not parsed again: the generator would be slower than the
 * server.
 */
export const readAnswers = (onAnswer: (status: string) => void): ((chunk: Buffer) => void) => {
  let held: Buffer = Buffer.alloc(0);
  let known = { length: -1, status: '' };
  return (chunk) => {
    if (held.length === 0 && chunk.length === known.length && chunk.toString('latin1', 9, 12) === known.status) {
      onAnswer(known.status);
      return;
    }
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf(HEADER_END);
      if (end < 0) return;
      const head = held.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const total = end + HEADER_END.length + length;
      if (held.length < total) return;
      known = { length: total, status: head.slice(9, 12) };
      held = held.subarray(total);
      onAnswer(known.status);
    }
  };
};

/** Checks that all requests got one status. @throws Error for another one, or if none was answered */
export const requireStatus = (wanted: string, statuses: Load['statuses']): void => {
  if (Object.keys(statuses).join() !== wanted) throw new Error(`${wanted} was expected: ${JSON.stringify(statuses)}`);
};

/** The longest that a connection may be silent. */
const SILENT_MS = 300_000;

/**
 * Sends requests over keep-alive connections, one at a time on each, until `next` returns none. Requests are prepared
 * bytes and responses are hardly parsed, so that the generator needs little processor time.
 * @param to a port of this machine, or a function that opens a connection
 * @throws Error if a connection ends early, or is silent for too long
 */
export const drive = async (
  to: number | (() => Socket),
  connections: number,
  next: () => Buffer | undefined,
): Promise<Load> => {
  const dial = typeof to === 'number' ? () => connect(to, '127.0.0.1') : to;
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const startedAt = performance.now();
  const lane = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      const socket = dial();
      socket.setNoDelay(true);
      const send = (): void => {
        const request = next();
        if (!request) {
          socket.destroy();
          resolve();
          return;
        }
        sentAt = performance.now();
        socket.write(request);
      };
      const read = readAnswers((status) => {
        latencies.push(performance.now() - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
        send();
      });
      socket.on('connect', send);
      socket.on('data', read);
      socket.setTimeout(SILENT_MS, () => socket.destroy(new Error(`no response within ${SILENT_MS} ms`)));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server closed a connection')));
    });
  await Promise.all(Array.from({ length: connections }, lane));
  return { perSecond: (latencies.length * 1000) / (performance.now() - startedAt), latencies, statuses };
};

/** A request as bytes. */
export const requestBytes = (method: string, path: string, headers: Record<string, string> = {}, body = ''): Buffer => {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body !== '') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};

/** The same request for `milliseconds`, and at least `fewest` times. */
export const repeat = (request: Buffer, milliseconds: number, fewest = 0): (() => Buffer | undefined) => {
  const until = performance.now() + milliseconds;
  let given = 0;
  return () => (given++ < fewest || performance.now() < until ? request : undefined);
};
