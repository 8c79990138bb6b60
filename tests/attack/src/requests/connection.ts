import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Answer = {
  /** 0 if the connection ended before a response. */
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
};

const HEAD_END = '\r\n\r\n';
const NO_ANSWER: Answer = { status: 0, headers: new Map(), body: '' };

type Cut = { answer: Answer; rest: Buffer };

const unchunked = (bytes: Buffer): { body: string; rest: Buffer } | undefined => {
  let body = '';
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body, rest: bytes.subarray(next) };
    body += bytes.subarray(end + 2, end + 2 + size).toString();
    at = next;
  }
};

const plain = (bytes: Buffer, encoding: string | undefined): string => {
  if (encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
};

/** The first complete response in the received octets. */
const cutAnswer = (bytes: Buffer, toHead: boolean): Cut | undefined => {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(start.split(' ')[1]);
  const rest = bytes.subarray(end + HEAD_END.length);
  // An interim response (100 Continue) does not count.
  if (status < 200) return cutAnswer(rest, toHead);
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (toHead || status === 204 || status === 304) return { answer: { status, headers, body: '' }, rest };
  if (headers.get('transfer-encoding') === 'chunked') {
    const cut = unchunked(rest);
    return cut && { answer: { status, headers, body: cut.body }, rest: cut.rest };
  }
  const length = Number(headers.get('content-length') ?? 0);
  if (rest.length < length) return undefined;
  const body = plain(rest.subarray(0, length), headers.get('content-encoding'));
  return { answer: { status, headers, body }, rest: rest.subarray(length) };
};

/** A keep-alive connection, which is reopened after the server closed it. */
export type Connection = {
  ask(octets: Buffer): Promise<Answer>;
  close(): void;
};

/** Sends raw octets, one request after another. */
export const openConnection = (port: number): Connection => {
  let socket: Socket | undefined;
  const dial = (): Socket => {
    const dialled = connect(port, '127.0.0.1');
    dialled.on('error', () => undefined);
    dialled.once('close', () => {
      if (socket === dialled) socket = undefined;
    });
    return dialled;
  };
  return {
    ask: (octets) =>
      new Promise((resolve, reject) => {
        socket ??= dial();
        const used = socket;
        const toHead = octets.subarray(0, 5).toString('latin1') === 'HEAD ';
        let held: Buffer = Buffer.alloc(0);
        const done = (): void => {
          used.off('data', take);
          used.off('close', ended);
        };
        const take = (chunk: Buffer): void => {
          held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
          const cut = cutAnswer(held, toHead);
          if (!cut) return;
          done();
          if (cut.answer.headers.get('connection')?.toLowerCase() === 'close' || cut.rest.length > 0) {
            used.destroy();
            if (socket === used) socket = undefined;
          }
          if (cut.rest.length > 0) reject(new Error(`more than one answer: ${cut.rest.toString('latin1', 0, 300)}`));
          else resolve(cut.answer);
        };
        const ended = (): void => {
          done();
          resolve(NO_ANSWER);
        };
        used.on('data', take);
        used.on('close', ended);
        used.write(octets);
      }),
    close: () => socket?.destroy(),
  };
};
