import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { useTestApi } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

let address: string;
const log: string[] = [];
const api = useTestApi({ LOG_LEVEL: 'debug' }, (line) => log.push(line));
beforeAll(async () => {
  await api.deps.start();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  address = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/ws`;
});

const open = async (options = {}): Promise<WebSocket> => {
  const socket = new WebSocket(address, ['v12.stomp'], options);
  await once(socket, 'open');
  return socket;
};

/** The code of a connection's close frame. */
const endOf = async (socket: WebSocket): Promise<number> => {
  const [code] = await once(socket, 'close');
  return Number(code);
};

/** A client's text message in one frame with a mask of zeros (RFC 6455 §5.2). */
const clientFrame = (text: string): Buffer => {
  const header = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]);
  return Buffer.concat([header, Buffer.from(text)]);
};

/** Upgrades with these extensions, and reads the frame of a long message. */
const longFrame = async (extensions: string): Promise<{ agreed: string; frame: Buffer }> => {
  const upgrade = get(address.replace('ws:', 'http:'), {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      'sec-websocket-protocol': 'v12.stomp',
      ...(extensions === '' ? {} : { 'sec-websocket-extensions': extensions }),
    },
  });
  const [response, socket] = await once(upgrade, 'upgrade');
  socket.write(clientFrame('CONNECT\naccept-version:1.2\nhost:laurel\n\n\0'));
  await once(socket, 'data');
  socket.write(clientFrame(`SUBSCRIBE\nid:1\ndestination:/topic/statistics\nreceipt:${'r'.repeat(500)}\n\n\0`));
  const [frame] = await once(socket, 'data');
  socket.destroy();
  return { agreed: String(response.headers['sec-websocket-extensions']), frame };
};

const connected = async (): Promise<WebSocket> => {
  const socket = await open();
  socket.send('CONNECT\naccept-version:1.2\nhost:laurel\n\n\0');
  await once(socket, 'message');
  return socket;
};

describe('WebSocket frames', () => {
  it('count towards the read limit, including pings and pongs', async () => {
    for (const control of ['ping', 'pong'] as const) {
      const socket = await connected();
      // The client may notice the close only by a failed write.
      socket.on('error', () => undefined);
      for (let sent = 0; sent < 3_000; sent++) socket[control]();
      await expect.poll(() => socket.readyState, { message: control }).toBe(WebSocket.CLOSED);
    }
  });

  it('count towards the read limit when they are empty', async () => {
    const socket = await connected();
    socket.on('error', () => undefined);
    for (let sent = 0; sent < 3_000; sent++) socket.send('');
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
  });

  it('allow one ping a second', async () => {
    const socket = await connected();
    for (let sent = 0; sent < 60; sent++) {
      socket.ping();
      await once(socket, 'pong');
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  const BROWSERS = 'permessage-deflate; client_max_window_bits';

  it('are agreed on without a window that lasts longer than a message', async () => {
    const { agreed } = await longFrame(BROWSERS);
    expect(agreed).toMatch(/^permessage-deflate; server_no_context_takeover; client_no_context_takeover/);
  });

  it.each([
    ['compressed for a client that reads every window', BROWSERS, 0xc1],
    ['not compressed for a client that reads a smaller window', 'permessage-deflate; server_max_window_bits=9', 0x81],
    ['not compressed for a client that offers no compression', '', 0x81],
  ])('are %s', async (_what, extensions, firstOctet) => {
    const { frame } = await longFrame(extensions);
    expect(frame[0]).toBe(firstOctet);
  });

  it('close the connection when they expand beyond the message limit', async () => {
    const socket = await open({ perMessageDeflate: { threshold: 0 } });
    const ended = endOf(socket);
    socket.send(Buffer.alloc(70_000, 'a'));
    expect(await ended).toBe(1009);
  });

  it('close the connection when they exceed the message limit', async () => {
    const socket = await connected();
    const ended = endOf(socket);
    socket.send(Buffer.alloc(70_000, 'a'));
    expect(await ended).toBe(1009);
  });

  it.each([
    [
      'larger than any message',
      Buffer.concat([Buffer.of(0x82, 0xff, 0, 0, 0, 0, 0, 4, 0, 0), Buffer.alloc(300_000)]),
      1009,
      'frame.too_large',
    ],
    ['of a text that is no UTF-8', Buffer.of(0x81, 0x81, 0, 0, 0, 0, 0xff), 1002, 'frame.malformed'],
    ['of no known kind', Buffer.of(0x83, 0x81, 0, 0, 0, 0, 0x61), 1002, 'frame.malformed'],
  ])('%s end the connection with an ERROR, and with no error in the log', async (_what, octets, code, reason) => {
    const socket = await connected();
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    log.length = 0;
    const ended = endOf(socket);
    const connection: unknown = Reflect.get(socket, '_socket');
    if (!(connection instanceof Socket)) throw new Error('no connection below the socket');
    connection.write(octets);
    expect(await ended).toBe(code);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(new RegExp(`^ERROR\\n(?:.*\\n)*code:${reason}\\n`));
    await expect.poll(() => log.filter((line) => line.includes('no WebSocket messages'))).toHaveLength(1);
    expect(log.filter((line) => /"level":"(error|fatal)"|"level":[56]0|stack/.test(line))).toEqual([]);
  });
});

describe('the kind of WebSocket messages', () => {
  /** Connects and subscribes with one kind of message, and returns whether each message received is binary. */
  const heardBy = async (binary: boolean): Promise<boolean[]> => {
    const socket = await open();
    const received: boolean[] = [];
    socket.on('message', (_data, isBinary) => received.push(isBinary));
    socket.send('CONNECT\naccept-version:1.2\nhost:laurel\n\n\0', { binary });
    socket.send('SUBSCRIBE\nid:1\ndestination:/topic/statistics\nreceipt:r\n\n\0', { binary });
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(2);
    socket.terminate();
    return received;
  };

  it('matches the client: text for text, binary for binary', async () => {
    expect(new Set(await heardBy(false))).toEqual(new Set([false]));
    expect(new Set(await heardBy(true))).toEqual(new Set([true]));
  });
});
