import type { Socket } from 'node:net';
import { type Cluster, startCluster } from '@laurel/support/cluster';
import { newPerson } from '@laurel/support/people';
import { exchange, statusIn } from '@laurel/support/raw-http';
import { sized } from '@laurel/support/scale';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LIMIT = 5;
const LIMITS = {
  LIMITS_MAIL_NETWORK_HOUR: String(LIMIT),
  LIMITS_READS_NETWORK_MINUTE: String(LIMIT),
  LIMITS_SOCKETS_NETWORK: String(LIMIT),
};
const MANY = sized(15, 300);

let alone: Cluster;
let proxied: Cluster;
beforeAll(async () => {
  alone = await startCluster(1, undefined, LIMITS);
  // This machine is the trusted proxy.
  proxied = await startCluster(1, undefined, { ...LIMITS, TRUST_PROXY: '127.0.0.1/32' });
});
afterAll(async () => {
  await alone?.close();
  await proxied?.close();
});

const portOf = ({ servers: [server] }: Cluster): number => Number(new URL(server?.origin ?? '').port);

/** A raw request with additional header lines. */
const request = (first: string, lines: readonly string[], body?: string): string =>
  [
    `${first} HTTP/1.1`,
    'Host: awards.example',
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    ...lines,
    'Connection: close',
    '',
    body ?? '',
  ].join('\r\n');

const askForMail = async (cluster: Cluster, lines: readonly string[]): Promise<number> => {
  const body = JSON.stringify({ login: newPerson().email });
  return statusIn((await exchange(portOf(cluster), request('POST /api/users/forgot-password', lines, body))).text);
};
const read = async (cluster: Cluster, lines: readonly string[]): Promise<number> =>
  statusIn((await exchange(portOf(cluster), request('GET /api/vote/statistics', lines))).text);
const askAll = async (cluster: Cluster, asks: readonly (readonly string[])[]): Promise<number> => {
  const statuses = await Promise.all(asks.map((lines) => askForMail(cluster, lines)));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  return statuses.filter((status) => status === 200).length;
};
const each = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY }, (_none, index) => make(index));

const invented = (index: number): string => `203.0.${Math.floor(index / 250)}.${index % 250}`;
/** Every known header for a client's address. */
const everywhere = (address: string): string[] => [
  `X-Forwarded-For: ${address}`,
  `X-Forwarded-For: ${address}, ${address}`,
  `Forwarded: for=${address};proto=https`,
  `Forwarded: for="[2001:db8::${address.split('.').at(-1)}]"`,
  `X-Real-IP: ${address}`,
  `X-Client-IP: ${address}`,
  `Client-IP: ${address}`,
  `True-Client-IP: ${address}`,
  `CF-Connecting-IP: ${address}`,
  `Fastly-Client-IP: ${address}`,
  `X-Cluster-Client-IP: ${address}`,
  `X-Original-Forwarded-For: ${address}`,
  `X-Originating-IP: ${address}`,
  `X-Remote-Addr: ${address}`,
  `Remote-Addr: ${address}`,
];

describe('without a trusted proxy', () => {
  it('RO-03 ignores them in responses before Fastify', async () => {
    const statuses = await Promise.all(each((index) => read(alone, everywhere(invented(index)))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(MANY - LIMIT);
  });

  it('RO-03 ignores them for sockets', async () => {
    const knock = (index: number): string =>
      [
        'GET /ws HTTP/1.1',
        'Host: awards.example',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...everywhere(invented(index)),
        '',
        '',
      ].join('\r\n');
    // Each accepted socket stays open while the others connect.
    const sockets: Socket[] = [];
    const statusOf = (index: number): Promise<number> =>
      new Promise((resolve) => {
        const ended = exchange(portOf(alone), knock(index), undefined, (socket) => {
          sockets.push(socket);
          socket.once('data', (chunk: Buffer) => resolve(statusIn(chunk.toString('latin1'))));
        });
        void ended.then(({ text }) => resolve(statusIn(text)));
      });
    const statuses = await Promise.all(each(statusOf));
    for (const socket of sockets) socket.destroy();
    expect(statuses.filter((status) => status === 101)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(MANY - LIMIT);
  });
});

describe('behind a trusted proxy', () => {
  it('RO-03 uses the address that the proxy added, after any number of the client’s lines', async () => {
    const asks = each((index) => [
      ...everywhere(invented(index)),
      `X-Forwarded-For: ${invented(index)}, 127.0.0.1`,
      'X-Forwarded-For: 198.51.100.1',
    ]);
    expect(await askAll(proxied, asks)).toBe(LIMIT);
  });

  it('RO-03 accepts honest clients of other networks meanwhile', async () => {
    expect(await askForMail(proxied, ['X-Forwarded-For: 198.51.100.200'])).toBe(200);
  });
});
