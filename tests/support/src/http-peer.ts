import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type PeerRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Aborts when the caller hangs up. */
  gone: AbortSignal;
};

export type PeerAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A fault of a call: the connection breaks before or after it was taken, there is no response, or this response. */
export type Fault = 'cut' | 'cut after' | 'silence' | PeerAnswer;

/** Where a provider listens. */
export type Place = { port?: number; host?: string };

export type HttpPeer = {
  origin: string;
  /** The next `times` calls with this key get the fault. */
  fail(key: string, fault: Fault, times?: number): void;
  /** The number of faults that are still to come. */
  faultsLeft(): number;
  /** The number of calls so far that got no response. */
  silences(): number;
  close(): Promise<void>;
};

/**
 * A real HTTP server in the role of a vendor.
 * @param keyOf the key of a call, by which faults match
 * @param place a free port of this machine's own address by default
 */
export const startPeer = async (
  keyOf: (request: PeerRequest) => string,
  answer: (request: PeerRequest) => Promise<PeerAnswer> | PeerAnswer,
  { port = 0, host = '127.0.0.1' }: Place = {},
): Promise<HttpPeer> => {
  let silences = 0;
  const faults: { key: string; fault: Fault; times: number }[] = [];
  const takeFault = (key: string): Fault | undefined => {
    const index = faults.findIndex((each) => each.key === key);
    const found = faults[index];
    if (!found) return undefined;
    found.times -= 1;
    if (found.times === 0) faults.splice(index, 1);
    return found.fault;
  };

  const listener: RequestListener = async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const url = new URL(incoming.url ?? '/', 'http://peer');
    const request: PeerRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await buffer(incoming).catch(() => Buffer.alloc(0)),
      gone: gone.signal,
    };
    const fault = takeFault(keyOf(request));
    if (fault === 'silence') {
      silences += 1;
      return;
    }
    if (fault === 'cut') return outgoing.destroy();
    const { status, body = {}, headers } = typeof fault === 'object' ? fault : await answer(request);
    if (fault === 'cut after') return outgoing.destroy();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
  // Otherwise a slow caller may use a connection just as the server closes it.
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  server.listen(port, host);
  await once(server, 'listening');

  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    fail: (key, fault, times = 1) => void faults.push({ key, fault, times }),
    faultsLeft: () => faults.length,
    silences: () => silences,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
