import { connect, type Socket } from 'node:net';
import { STOMP_HEARTBEAT_MS, STOMP_RECONNECT_MAX_MS } from '@laurel/contracts/limits';
import { clientFrame, GOODBYE, readFrames } from './frames.ts';

/** The frames that subscribe a listener; a `bare` one sends none. A `compressed` one is Laurel's and agrees on compression. */
export type Manner = 'bare' | 'laurel' | 'compressed';

/** The listeners' servers. */
export type Place = {
  /** The ports of the processes among which a balancer would choose. */
  ports: readonly number[];
  manner: Manner;
  heartBeats: boolean;
  /** The delay before a reconnection, milliseconds; it doubles each time. */
  backAfterMs: number;
};

/** The path of the sockets. */
const PATH = '/ws';

const BEAT = clientFrame('\n');
const END_OF_HEAD = '\r\n\r\n';
const [MESSAGE, CONNECTED, RECEIPT, ERROR] = ['M', 'C', 'R', 'E'].map((letter) => letter.charCodeAt(0));

/** The web app's frames. */
const framesOf = ({ heartBeats }: Place) => {
  const beat = heartBeats ? STOMP_HEARTBEAT_MS : 0;
  return {
    connect: clientFrame(`CONNECT\naccept-version:1.2\nhost:laurel\nheart-beat:${beat},${beat}\n\n\0`),
    subscribe: clientFrame('SUBSCRIBE\nid:sub-0\ndestination:/topic/statistics\nreceipt:r\n\n\0'),
  };
};

const upgrade = (port: number, manner: Manner): Buffer =>
  Buffer.from(
    `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n` +
      (manner === 'compressed' ? 'Sec-WebSocket-Extensions: permessage-deflate\r\n' : '') +
      'Sec-WebSocket-Protocol: v12.stomp\r\n\r\n',
  );

/** The first octet of a block that a compressed message stores as it is, and the octets before its content (RFC 1951 §3.2.4). */
const STORED = 0;
const BEFORE_STORED = 5;
/** The first octet of a STOMP frame. Laurel stores the headers of a compressed message. */
const firstOf = (payload: Buffer): number | undefined => payload[payload[0] === STORED ? BEFORE_STORED : 0];

type Ears = {
  joined(): void;
  /** Called with the octets of a message. */
  heard(octets: number): void;
  /** Called when a connection fails or ends. */
  lost(): void;
};

/**
 * Opens sockets that subscribe to the statistics, with minimal memory: one generator has ten thousand.
 * @returns a function that opens one more, at the port with an index
 */
export const listeners = (place: Place, { joined, heard, lost }: Ears): ((index: number) => Socket) => {
  const { connect: connectFrame, subscribe } = framesOf(place);
  return (index) => {
    const port = place.ports[index % place.ports.length] ?? 0;
    const socket = connect(port, '127.0.0.1');
    let beating: NodeJS.Timeout | undefined;
    const frames = readFrames(
      (payload) => {
        const first = firstOf(payload);
        if (first === MESSAGE) heard(payload.length);
        else if (first === CONNECTED) socket.write(subscribe);
        else if (first === RECEIPT) joined();
        else if (first === ERROR) process.stderr.write(`${payload.toString()}\n`);
      },
      () => socket.write(GOODBYE),
    );
    let take = (chunk: Buffer): void => {
      const end = chunk.indexOf(END_OF_HEAD);
      if (end < 0 || !chunk.toString('latin1', 0, 12).endsWith('101')) {
        socket.destroy(new Error(`no socket: ${chunk.toString('latin1', 0, 40)}`));
        return;
      }
      take = frames;
      if (place.manner === 'bare') joined();
      else socket.write(connectFrame);
      if (place.heartBeats) beating = setInterval(() => socket.write(BEAT), STOMP_HEARTBEAT_MS);
      frames(chunk.subarray(end + END_OF_HEAD.length));
    };
    socket.setNoDelay(true);
    socket.on('connect', () => socket.write(upgrade(port, place.manner)));
    socket.on('data', (chunk) => take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(beating);
      lost();
    });
    return socket;
  };
};

/**
 * The web app's delay before a reconnection (stompjs, exponential).
 * @param first the delay after an open connection, milliseconds
 */
export const patience = (first: number): { next(): number; reset(): void } => {
  let delay = first;
  return {
    next: () => {
      const now = delay;
      delay = Math.min(delay * 2, STOMP_RECONNECT_MAX_MS);
      return now;
    },
    reset: () => {
      delay = first;
    },
  };
};
